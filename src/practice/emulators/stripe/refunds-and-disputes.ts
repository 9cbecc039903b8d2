import { mint } from './checkout-session.ts'
import { invalid, missing, refused } from './fault.ts'
import type { Charge, Dispute, PaymentIntent, Refund } from './objects.ts'

interface AfterSaleDeps {
  seconds(): number
  emit(type: string, object: object): void
  findPayment(id: string): PaymentIntent | null
}

/** Refunds and disputes of a payment. Changes emit the same events as Stripe. */
export const makeRefundsAndDisputes = ({ seconds, emit, findPayment }: AfterSaleDeps) => {
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()

  const chargeOf = (paymentIntent: string): Charge => {
    const intent = findPayment(paymentIntent)
    if (!intent) throw missing('payment_intent', paymentIntent, 'payment_intent', 400)
    const { latest_charge: charge } = intent
    if (!charge) throw refused(`This PaymentIntent (${paymentIntent}) does not have a successful charge to refund.`)
    return charge
  }

  const refund = (paymentIntent: string, amount: number | undefined, metadata: Record<string, string>): Refund => {
    const paid = chargeOf(paymentIntent)
    if (
      [...disputes.values()].some(d => d.charge === paid.id && (d.status === 'needs_response' || d.status === 'lost'))
    )
      throw refused(`Charge ${paid.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed')
    const left = paid.amount - paid.amount_refunded
    if (left === 0) throw refused(`Charge ${paid.id} has already been refunded.`, undefined, 'charge_already_refunded')
    const back = amount ?? left
    if (!Number.isInteger(back) || back <= 0)
      throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
    if (back > left)
      throw refused(`Refund amount (${back}) is greater than unrefunded amount on charge (${left})`, 'amount')
    const made: Refund = {
      id: mint('re'),
      object: 'refund',
      amount: back,
      created: seconds(),
      currency: paid.currency,
      status: 'succeeded',
      payment_intent: paymentIntent,
      charge: paid.id,
      metadata,
    }
    refunds.set(made.id, made)
    paid.amount_refunded += back
    paid.refunded = paid.amount_refunded === paid.amount
    emit('charge.refunded', paid)
    emit('refund.created', made)
    return made
  }

  /** Marks a refund as rejected by the bank. */
  const failRefund = (id: string): void => {
    const made = refunds.get(id)
    if (!made) throw missing('refund', id, 'id')
    if (made.status === 'failed') return
    made.status = 'failed'
    const paid = chargeOf(made.payment_intent)
    paid.amount_refunded -= made.amount
    paid.refunded = false
    emit('refund.failed', made)
  }

  const dispute = (paymentIntent: string): Dispute => {
    const paid = chargeOf(paymentIntent)
    const made: Dispute = {
      id: mint('dp'),
      object: 'dispute',
      amount: paid.amount,
      created: seconds(),
      status: 'needs_response',
      payment_intent: paymentIntent,
      charge: paid.id,
      livemode: false,
    }
    disputes.set(made.id, made)
    paid.disputed = true
    emit('charge.dispute.created', made)
    emit('charge.dispute.funds_withdrawn', made)
    return made
  }

  const getDispute = (id: string): Dispute => {
    const made = disputes.get(id)
    if (!made) throw missing('dispute', id, 'dispute')
    return made
  }

  const closeDispute = (id: string, status: Exclude<Dispute['status'], 'needs_response'>): void => {
    const made = getDispute(id)
    made.status = status
    emit('charge.dispute.closed', made)
    if (status !== 'lost') emit('charge.dispute.funds_reinstated', made)
  }

  return { refunds, disputes, refund, failRefund, dispute, getDispute, closeDispute }
}
