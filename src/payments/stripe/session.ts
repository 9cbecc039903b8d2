import type Stripe from 'stripe'
import { type CardOrder, type CardPrice, CardProviderError, type CardSession } from '../rules/card-provider.ts'
import { toAmount } from './amount.ts'

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

/** Throws CardProviderError for an object without what every session has. */
export const toSession = (session: Stripe.Checkout.Session): CardSession => {
  if (typeof session.expires_at !== 'number')
    throw new CardProviderError('away', 'the card provider: unexpected session', { isAnswer: true })
  const intent = session.payment_intent
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  return {
    id: session.id,
    url: session.url,
    status: statusOf(session.status),
    paid: session.payment_status === 'paid',
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
}

const statusOf = (status: string | null): CardSession['status'] =>
  status === 'complete' || status === 'expired' ? status : 'open'

const hasFailed = (intent: Stripe.Checkout.Session['payment_intent']): boolean =>
  intent !== null &&
  typeof intent === 'object' &&
  (intent.status === 'requires_payment_method' || intent.status === 'canceled')

export const toPrice = (price: Stripe.Price): CardPrice => ({
  id: price.id,
  amount: toAmount(price.unit_amount),
  currency: price.currency,
  active: price.active,
  oneTime: price.type === 'one_time',
  livemode: price.livemode,
  product: idOf(price.product) ?? '',
})

export const idOf = (given: string | { id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null)
