import type Stripe from 'stripe'
import type { CardEvent, CardEventAbout } from '../rules/card-provider.ts'
import { toAmount } from './amount.ts'
import { toDisputeFact, toRefundFact } from './refunds.ts'
import { idOf } from './session.ts'

export const toEvent = (event: Stripe.Event): CardEvent => ({
  id: event.id,
  type: event.type,
  livemode: event.livemode,
  at: new Date(event.created * 1000),
  about: aboutOf(event) ?? { kind: 'other' },
})

/** Returns null for events that do not concern us. The API version of an event may be older: any field may be missing. */
const aboutOf = ({ type, data: { object } }: Stripe.Event): CardEventAbout | null => {
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
