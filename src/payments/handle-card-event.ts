import type { Deps } from './deps.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { recordPaymentFact } from './record-payment-fact.ts'
import { deletePrices } from './store/prices.ts'

/** 'taken': processed and committed. 'not-ours': the signature is not valid. */
export type CardEventHandled = 'taken' | 'not-ours' | 'not-set-up'

/**
 * Processes a Stripe event. Events may arrive in any order and more than once. Throws if processing failed; Stripe then
 * sends the event again.
 */
export const handleCardEvent =
  (deps: Deps) =>
  async (body: Buffer, signature: string): Promise<CardEventHandled> => {
    const { card, log, live } = deps
    if (!card) return 'not-set-up'
    const event = await card.gateway.readEvent(body, signature, deps.clock.now())
    if (!event) return 'not-ours'
    const { about } = event
    const named = { event: event.id, type: event.type }
    if (event.livemode !== live) {
      log.warn(named, 'card event ignored: wrong mode')
      return 'taken'
    }
    switch (about.kind) {
      case 'session': {
        const status = await fulfilCheckout(deps, card.gateway, { sessionId: about.sessionId, event })
        log.info({ ...named, status }, 'card event processed')
        break
      }
      case 'charge':
      case 'refund':
      case 'dispute':
        await recordPaymentFact(deps, { fact: about, at: event.at, event })
        log.info(named, 'card event processed')
        break
      case 'price':
      case 'product':
        await deletePrices(deps.db, about)
        break
      case 'other':
        break
      default:
        about satisfies never
    }
    return 'taken'
  }
