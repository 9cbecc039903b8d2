import { progress } from '#src/access/rules/coverage.ts'
import { type EntitlementRef, hasAccess } from '#src/access/rules/entitlement.ts'
import { lockAllOfPerson } from '#src/access/same-person.ts'
import { settlePayments } from '#src/access/settle-payments.ts'
import { listAffectedByChange, listCheckouts } from '#src/access/store/checkouts.ts'
import { getEntitlement } from '#src/access/store/entitlements.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { Jobs } from '#src/core/jobs/kinds.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'

/**
 * Closes open checkouts that no longer match what a person needs: a code was redeemed, or staff changed products or
 * prices. A checkout paid just before counts as paid. Then settles existing payments again, which may now be enough.
 */
export const closeCheckouts = async (
  app: Needs<'card' | 'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
  whose: Jobs['close-checkouts'],
): Promise<void> => {
  const rows = 'entitlementId' in whose ? [{ id: whose.entitlementId }] : await listAffectedByChange(app.db, whose)
  for (const row of rows) {
    await close(app, row)
    await inTransaction(app.db, async tx => {
      await lockAllOfPerson(tx, row)
      await settlePayments(app, tx, { entitlementId: row.id, now: app.clock.now() })
    })
  }
}

const close = async (
  app: Needs<'card' | 'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>,
  row: EntitlementRef,
): Promise<void> => {
  const { card, db } = app
  if (!card) return
  const entitlement = await getEntitlement(db, row)
  const wanted = hasAccess(entitlement) ? [] : progress(entitlement).missing.map(p => p.stripePriceId)
  for (const checkout of await listCheckouts(db, row)) {
    if (checkout.status !== 'open') continue
    const asks = checkout.lines.map(l => l.priceId)
    if (asks.length === wanted.length && asks.every(id => wanted.includes(id))) continue
    await card.gateway.expireSession(checkout.sessionId)
    await fulfilCheckout(app, card.gateway, { sessionId: checkout.sessionId })
  }
}
