import { type CheckoutCatalog, createCheckoutSession, mint } from './checkout-session.ts'
import {
  type Card,
  type Charge,
  cards,
  type Dispute,
  type PaymentIntent,
  type Price,
  type Refund,
  type Session,
  sessionJson,
} from './objects.ts'
import { invalid, missing, type Params, refused } from './requests.ts'

/** Refunds and disputes of a payment. Changes emit the same events as Stripe. */
const makeRefundsAndDisputes = (
  seconds: () => number,
  emit: (type: string, object: object) => void,
  findPayment: (id: string) => PaymentIntent | null,
) => {
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
      evidence_details: { due_by: seconds() + 7 * 86_400 },
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

interface WorldOptions extends Pick<CheckoutCatalog, 'payUrl' | 'taxPercent'> {
  now(): Date
  prices: Price[]
  emit(type: string, object: object): void
  /** Duration of a delayed payment. When null, it waits for `settle`. */
  delayMs: number | null
}

/** The emulator's state and its transitions. Changes emit the same events as Stripe. */
export const makeStripeState = ({ now, prices: given, payUrl, emit, taxPercent, delayMs }: WorldOptions) => {
  const prices = new Map(given.map(p => [p.id, p]))
  const sessions = new Map<string, Session>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  const findPayment = (id: string) =>
    [...sessions.values()].find(s => s.payment_intent?.id === id)?.payment_intent ?? null
  const afterSale = makeRefundsAndDisputes(seconds, emit, findPayment)
  const emitSession = (type: string, session: Session) => emit(type, sessionJson(session, []))

  const getSession = (id: string): Session => {
    const session = sessions.get(id)
    if (!session) throw missing('checkout.session', id, 'session')
    if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
    return session
  }

  const createSession = (params: Params): Session => {
    const session = createCheckoutSession(params, { prices, taxPercent, payUrl, seconds: seconds() })
    sessions.set(session.id, session)
    return session
  }

  const expire = (session: Session): void => {
    if (session.status !== 'open')
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    Object.assign(session, { status: 'expired', url: null })
    emitSession('checkout.session.expired', session)
  }

  const charge = (session: Session): void => {
    const intent = session.payment_intent
    if (!intent) return
    const { amount, livemode, metadata } = intent
    intent.status = 'succeeded'
    intent.latest_charge = {
      id: mint('ch'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      paid: true,
      status: 'succeeded',
      livemode,
      currency: session.currency,
      payment_intent: intent.id,
      metadata,
    }
    session.payment_status = 'paid'
  }

  const intentOf = (session: Session): PaymentIntent =>
    (session.payment_intent ??= {
      id: mint('pi'),
      object: 'payment_intent',
      amount: session.amount_total,
      livemode: false,
      metadata: session.paymentMetadata,
      status: 'processing',
      latest_charge: null,
    })

  /** Pays a session. 'declined', and 'asked' by the bank, leave it open, as on the real page. */
  const pay = (
    id: string,
    card: Card,
    { email, isConfirmed = false }: { email?: string; isConfirmed?: boolean } = {},
  ): 'declined' | 'asked' | 'done' => {
    const session = getSession(id)
    if (session.status !== 'open') return 'done'
    const { outcome } = cards[card]
    if (outcome === 'declined') return 'declined'
    const isFree = session.payment_status === 'no_payment_required'
    if (!isFree) intentOf(session).status = 'processing'
    if (outcome === 'asks' && !isConfirmed && !isFree) {
      intentOf(session).status = 'requires_action'
      return 'asked'
    }
    Object.assign(session, {
      status: 'complete',
      url: null,
      customer_details: { email: email ?? session.customer_email },
    })
    const delayed = outcome === 'delayed' || outcome === 'delayed-fails'
    if (!delayed) charge(session)
    emitSession('checkout.session.completed', session)
    if (outcome === 'disputed' && !isFree) afterSale.dispute(intentOf(session).id)
    if (delayed && delayMs !== null) setTimeout(() => settle(id, outcome === 'delayed'), delayMs).unref()
    return 'done'
  }

  const settle = (id: string, succeeds: boolean): void => {
    const session = getSession(id)
    if (session.payment_intent?.status !== 'processing') return
    if (succeeds) charge(session)
    else session.payment_intent.status = 'requires_payment_method'
    emitSession(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
  }

  return {
    ...afterSale,
    prices,
    sessions,
    getSession,
    createSession,
    expire,
    pay,
    settle,
    setPrice(price: Price) {
      prices.set(price.id, price)
      emit('price.updated', price)
    },
  }
}

export type StripeState = ReturnType<typeof makeStripeState>
