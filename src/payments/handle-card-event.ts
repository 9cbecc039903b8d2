import type { Needs } from '#src/context.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { recordPaymentFact } from './record-payment-fact.ts'
import type { WebhookReason } from './rules/webhook.ts'
import { deletePrices } from './store/prices.ts'

type CardEventHandled = { ok: true } | Refused<WebhookReason>

/**
 * Processes and commits a Stripe event. Events may arrive in any order and more than once. Throws if processing failed; Stripe then
 * sends the event again.
 */
export const handleCardEvent = async (
  app: Needs<'card' | 'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
  body: Buffer,
  signature: string,
): Promise<CardEventHandled> => {
  const { card, log, live } = app
  if (!card) return refuse('webhook_not_set_up')
  const event = await card.gateway.readEvent(body, signature, app.clock.now())
  if (!event) return refuse('signature_invalid')
  const { about } = event
  const named = { event: event.id, type: event.type }
  if (event.livemode !== live) {
    log.warn(named, 'card event ignored: wrong mode')
    return { ok: true }
  }
  switch (about.kind) {
    case 'session': {
      const status = await fulfilCheckout(app, card.gateway, { sessionId: about.sessionId, event })
      log.info({ ...named, status }, 'card event processed')
      break
    }
    case 'charge':
    case 'refund':
    case 'dispute':
      await recordPaymentFact(app, { fact: about, at: event.at, event })
      log.info(named, 'card event processed')
      break
    case 'price':
    case 'product':
      await deletePrices(app.db, about)
      break
    case 'other':
      break
    default:
      about satisfies never
  }
  return { ok: true }
}
