import type Stripe from 'stripe'
import type { DisputeState } from '#src/access/rules/payment.ts'
import type { CardRefund, DisputeFact, RefundFact, RefundOrder, RefundState } from '../rules/card-provider.ts'
import { toAmount } from './amount.ts'
import { idOf } from './session.ts'

/** Metadata key for the products of a refund (docs/rules/payments.md). */
const REFUND_PRODUCTS = 'signbook_products'

export const refundParamsOf = ({ paymentIntent, amount, productIds }: RefundOrder): Stripe.RefundCreateParams => ({
  payment_intent: paymentIntent,
  ...(productIds.length > 0 ? { metadata: { [REFUND_PRODUCTS]: productIds.join(',') } } : {}),
  ...(amount === undefined ? {} : { amount }),
})

export const toRefund = ({ id, amount, status }: Stripe.Refund): CardRefund => ({
  id,
  amount: toAmount(amount),
  state: refundState(status),
})

type Read<T, Name extends keyof T> = Partial<Pick<T, Name>> & { id: string }

/**
 * Returns null if the refund belongs to no checkout payment. Reads only fields that are the same in all API versions.
 */
export const toRefundFact = (
  refund: Read<Stripe.Refund, 'amount' | 'created' | 'metadata' | 'payment_intent' | 'status'>,
): RefundFact | null => {
  const paymentIntent = idOf(refund.payment_intent)
  if (!paymentIntent) return null
  return {
    kind: 'refund',
    paymentIntent,
    refundId: refund.id,
    amount: toAmount(refund.amount),
    state: refundState(refund.status),
    products: productsOf(refund.metadata?.[REFUND_PRODUCTS]),
  }
}

export const toDisputeFact = (dispute: Read<Stripe.Dispute, 'payment_intent' | 'status'>): DisputeFact | null => {
  const paymentIntent = idOf(dispute.payment_intent)
  if (!paymentIntent) return null
  return { kind: 'dispute', paymentIntent, disputeId: dispute.id, state: disputeState(dispute.status) }
}

const productsOf = (list = ''): number[] => list.split(',').map(Number).filter(Boolean)

/** A pending refund counts as live: the money is on its way back. */
const refundState = (status: string | null | undefined): RefundState =>
  status === 'failed' || status === 'canceled' ? 'failed' : 'live'

const disputeState = (status: string | undefined): DisputeState => {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}
