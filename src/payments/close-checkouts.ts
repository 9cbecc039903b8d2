import { getEntitlement, listCheckouts, listSubjectsAffectedByChange, lockAllOfPerson } from '#src/access/index.ts'
import { progress } from '#src/access/rules/coverage.ts'
import { hasAccess, type Subject } from '#src/access/rules/entitlement.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { Jobs } from '#src/core/jobs/kinds.ts'
import type { Deps } from './deps.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'

/**
 * Closes open checkouts that no longer match what a person needs: a code was redeemed, or staff changed products or
 * prices. A checkout paid just before counts as paid. Then settles existing payments again, which may now be enough.
 */
export const closeCheckouts =
  (deps: Deps) =>
  async (whose: Jobs['close-checkouts']): Promise<void> => {
    const subjects = 'subject' in whose ? [whose.subject] : await listSubjectsAffectedByChange(deps.db, whose)
    for (const subject of subjects) {
      await close(deps, subject)
      await inTransaction(deps.db, async tx => {
        await lockAllOfPerson(tx, subject)
        await deps.access.settlePayments(tx, { subject, now: deps.clock.now() })
      })
    }
  }

const close = async ({ card, db, ...rest }: Deps, subject: Subject): Promise<void> => {
  if (!card) return
  const entitlement = await getEntitlement(db, subject)
  const wanted = hasAccess(entitlement) ? [] : progress(entitlement).missing.map(p => p.stripePriceId)
  for (const checkout of await listCheckouts(db, subject)) {
    if (checkout.status !== 'open') continue
    const asks = checkout.lines.map(l => l.priceId)
    if (asks.length === wanted.length && asks.every(id => wanted.includes(id))) continue
    await card.gateway.expireSession(checkout.sessionId)
    await fulfilCheckout({ card, db, ...rest }, card.gateway, { sessionId: checkout.sessionId })
  }
}
