import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { endIfExpiredAndGet } from './end-access.ts'
import { processEntitlement } from './process-entitlement.ts'
import { completionSource, isComplete } from './rules/coverage.ts'
import { coveredRow } from './rules/covered-rows.ts'
import { type Entitlement, hasAccessExpired } from './rules/entitlement.ts'
import { queueCheckoutClose } from './settle-payments.ts'
import { lockEntitlements } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

/**
 * Returns the row for a payment page, or null for an unknown token. First ends expired access, and gives access if
 * everything is covered by now: staff changed the products, or the person has access by another row.
 */
export const findEntitlement = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  token: string,
): Promise<Entitlement | null> => {
  const now = app.clock.now()
  const found = await findEntitlementByToken(app.db, token)
  if (!found || !(hasAccessExpired(found, now) || isComplete(found, now))) return found
  return inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [found, ...found.others])
    const entitlement = await endIfExpiredAndGet(tx, app.jobs, { entitlementId: found.id, now })
    if (!isComplete(entitlement, now)) return entitlement
    await processEntitlement(tx, app.jobs, { entitlement, source: completionSource(entitlement), now })
    await queueCheckoutClose(app, tx, entitlement)
    return endIfExpiredAndGet(tx, app.jobs, { entitlementId: found.id, now })
  })
}

/** Finds a row by its token. Null if there is none, or if it belongs to a school that the role does not cover. */
export const findForStaff = async (
  { db }: Needs<'db'>,
  token: string,
  by: Pick<Staff, 'schools'>,
): Promise<Entitlement | null> => coveredRow(by, await findEntitlementByToken(db, token.trim()))
