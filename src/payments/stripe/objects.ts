import type Stripe from 'stripe'
import type { DisputeState } from '#src/access/rules/payment.ts'
import { readInstant } from '#src/core/rules/dates.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import {
  type CardEvent,
  type CardEventAbout,
  type CardOrder,
  type CardPrice,
  CardProviderError,
  type CardRefund,
  type CardSession,
  type DisputeFact,
  type RefundFact,
  type RefundOrder,
  type RefundState,
} from '../rules/card-provider.ts'

/** The largest amount that a column holds: 21 million dollars. */
const MOST = 2 ** 31 - 1

/** Returns an amount in minor units as it can be stored. An absurd one of a signed event must not fail its delivery. */
const toAmount = (given: unknown): number => {
  const amount = Math.trunc(Number(given ?? 0))
  return amount > 0 ? Math.min(amount, MOST) : 0
}

/** Objects that Stripe must include in a session. */
export const EXPAND = ['line_items', 'payment_intent.latest_charge']

export const paramsOf = (order: CardOrder, automaticTax: boolean): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: order.prices.map(price => ({ price, quantity: 1 })),
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  client_reference_id: order.clientReference,
  metadata: order.metadata,
  // Copied to the payment, because refund and dispute events do not include the session's metadata.
  payment_intent_data: { metadata: order.metadata },
  ...(order.email ? { customer_email: order.email } : {}),
  ...(automaticTax ? { automatic_tax: { enabled: true } } : {}),
})

/** An answer of another shape than Stripe documents is an outage, since nobody knows what it says. */
const reading =
  <Given, Read>(read: (given: Given) => Read) =>
  (given: Given): Read => {
    try {
      return read(given)
    } catch (cause) {
      if (cause instanceof CardProviderError) throw cause
      throw new CardProviderError('away', 'the card provider: unexpected answer', { cause, isAnswer: true })
    }
  }

/** Throws CardProviderError for an object without what every session has. */
export const toSession = reading((session: Stripe.Checkout.Session): CardSession => {
  if (typeof session.expires_at !== 'number')
    throw new CardProviderError('away', 'the card provider: unexpected session', { isAnswer: true })
  const intent = session.payment_intent
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  return {
    id: session.id,
    url: session.url,
    status: statusOf(session.status),
    // An open session that costs nothing needs no payment either.
    paid:
      session.payment_status === 'paid' ||
      (session.status === 'complete' && session.payment_status === 'no_payment_required'),
    failed: session.status === 'complete' && session.payment_status === 'unpaid' && hasFailed(intent),
    livemode: session.livemode,
    currency: session.currency ?? '',
    subtotal: toAmount(session.amount_subtotal),
    total: toAmount(session.amount_total),
    paymentIntent: idOf(intent),
    email: session.customer_details?.email ?? session.customer_email ?? null,
    expiresAt: new Date(session.expires_at * 1000),
    metadata: session.metadata ?? {},
    lines: (session.line_items?.data ?? []).map(line => ({
      priceId: idOf(line.price) ?? '',
      quantity: line.quantity ?? 0,
      amount: toAmount(line.amount_total),
    })),
    refunded: charge && typeof charge === 'object' ? toAmount(charge.amount_refunded) : null,
  }
})

const statusOf = (status: string | null): CardSession['status'] =>
  status === 'complete' || status === 'expired' ? status : 'open'

const hasFailed = (intent: Stripe.Checkout.Session['payment_intent']): boolean =>
  intent !== null &&
  typeof intent === 'object' &&
  (intent.status === 'requires_payment_method' || intent.status === 'canceled')

export const toPrice = (price: Stripe.Price): CardPrice => ({
  id: price.id,
  amount: toAmount(price.unit_amount),
  currency: price.currency ?? '',
  active: price.active,
  oneTime: price.type === 'one_time',
  livemode: price.livemode,
  product: idOf(price.product) ?? '',
})

const idOf = (given: string | { id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null)

/** Metadata key for the products of a refund (docs/rules/payments.md). */
const REFUND_PRODUCTS = 'signbook_products'

export const refundParamsOf = ({ paymentIntent, amount, productIds }: RefundOrder): Stripe.RefundCreateParams => ({
  payment_intent: paymentIntent,
  amount,
  ...(productIds.length > 0 ? { metadata: { [REFUND_PRODUCTS]: productIds.join(',') } } : {}),
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

export const toDisputeFact = (
  dispute: Read<Stripe.Dispute, 'evidence_details' | 'payment_intent' | 'status'>,
): DisputeFact | null => {
  const paymentIntent = idOf(dispute.payment_intent)
  if (!paymentIntent) return null
  const dueBy = dispute.evidence_details?.due_by
  return {
    kind: 'dispute',
    paymentIntent,
    disputeId: dispute.id,
    state: disputeState(dispute.status),
    dueAt: typeof dueBy === 'number' ? readInstant(String(dueBy)) : null,
  }
}

const productsOf = (list = ''): number[] => list.split(',').map(Number).filter(Boolean)

/** A pending refund counts as live: the money is on its way back. */
const refundState = (status: string | null | undefined): RefundState =>
  status === 'failed' || status === 'canceled' ? 'failed' : 'live'

const disputeState = (status: string | undefined): DisputeState => {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

export const toEvent = (event: Stripe.Event): CardEvent => ({
  id: String(event.id),
  type: String(event.type),
  livemode: event.livemode,
  at: new Date((Number(event.created) || 0) * 1000),
  about: aboutOf(event) ?? { kind: 'other' },
})

/** Returns null for events that do not concern us. The API version of an event may be older: any field may be missing. */
const aboutOf = (event: Stripe.Event): CardEventAbout | null => {
  const type = String(event.type)
  const { object } = recordOf(event.data) as { object?: Stripe.Event['data']['object'] | null }
  if (typeof object !== 'object' || object === null) return null
  const id = 'id' in object ? String(object.id) : ''
  if (type.startsWith('checkout.session.')) {
    return { kind: 'session', sessionId: id, failed: type === 'checkout.session.async_payment_failed' }
  }
  if (type === 'price.updated' || type === 'price.deleted') return { kind: 'price', priceId: id }
  if (type === 'product.updated' || type === 'product.deleted') return { kind: 'product', product: id }
  switch (object.object) {
    case 'charge': {
      const paymentIntent = idOf(object.payment_intent)
      const [charged, refunded] = [toAmount(object.amount), toAmount(object.amount_refunded)]
      return paymentIntent ? { kind: 'charge', paymentIntent, charged, refunded } : null
    }
    case 'dispute':
      return toDisputeFact({ ...object, id })
    case 'refund':
      return toRefundFact({ ...object, id })
    default:
      return null
  }
}
