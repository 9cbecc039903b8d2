import { forgetPrices } from '../store/queries/prices.ts'
import type { Deps } from './deps.ts'
import { fulfilCheckout } from './steps/fulfil-checkout.ts'
import { recordPaymentFact } from './steps/record-payment-fact.ts'

/** 'taken': whatever there was to do is done and committed. 'not-ours': nobody we know signed this. */
export type CardEventReceived = 'taken' | 'not-ours' | 'not-set-up'

/**
 * Takes an event of the card provider. Its signature says that it is true; nothing else about its order or number is
 * promised, and nothing else is relied on. Throws when it could not be taken: the provider sends it again.
 */
export const receiveCardEvent =
  (deps: Deps) =>
  async (body: Buffer, signature: string): Promise<CardEventReceived> => {
    const { card, log, settings } = deps
    if (!card) return 'not-set-up'
    const event = await card.gateway.readEvent(body, signature, deps.clock.now())
    if (!event) return 'not-ours'
    const { about } = event
    const named = { event: event.id, type: event.type }
    if (event.livemode !== settings.live) {
      log.warn(named, 'an event of the other mode was ignored')
      return 'taken'
    }
    switch (about.kind) {
      case 'session': {
        const status = await fulfilCheckout(deps, card.gateway, { sessionId: about.sessionId, event })
        log.info({ ...named, status }, 'card event')
        break
      }
      case 'charge':
      case 'refund':
      case 'dispute':
        await recordPaymentFact(deps, { fact: about, at: event.at, event })
        log.info(named, 'card event')
        break
      case 'price':
      case 'product':
        await forgetPrices(deps.db, about)
        break
      case 'other':
        break
      default:
        about satisfies never
    }
    return 'taken'
  }
