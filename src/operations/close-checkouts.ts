import { isIn, progress, type Subject } from '../domain/entitlement.ts'
import { listCheckouts, listOpenSubjects } from '../store/queries/checkouts.ts'
import { getEntitlement } from '../store/queries/entitlements.ts'
import type { Deps } from './deps.ts'
import { fulfilCheckout } from './steps/fulfil-checkout.ts'

export type CloseCheckouts = { subject: Subject } | { courseId: number }

/**
 * Ends the open checkouts that ask for what is not needed any more, since a code came or staff changed the course. One
 * that was paid a moment before counts as paid.
 */
export const closeCheckouts =
  (deps: Deps) =>
  async (whose: CloseCheckouts): Promise<void> => {
    const { card, db } = deps
    if (!card) return
    const subjects = 'subject' in whose ? [whose.subject] : await listOpenSubjects(db, whose.courseId)
    for (const subject of subjects) {
      const entitlement = await getEntitlement(db, subject)
      const wanted = isIn(entitlement) ? [] : progress(entitlement).missing.map(p => p.stripePriceId)
      for (const checkout of await listCheckouts(db, subject)) {
        if (checkout.status !== 'open') continue
        const asks = checkout.lines.map(l => l.priceId)
        if (asks.length === wanted.length && asks.every(id => wanted.includes(id))) continue
        await card.gateway.expireSession(checkout.sessionId)
        await fulfilCheckout(deps, card.gateway, { sessionId: checkout.sessionId })
      }
    }
  }
