import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { unprocessEntitlement } from './process-entitlement.ts'
import { type Entitlement, hasAccessExpired } from './rules/entitlement.ts'
import { listExpiredAccess } from './store/access-ends.ts'
import { lockEntitlements } from './store/entitlement-changes.ts'
import { getEntitlement } from './store/entitlements.ts'

interface Asked {
  entitlementId: number
  now: Date
}

/**
 * Ends access whose end date has passed: voids the codes and payments of that period and deactivates the hosted
 * enrollment; the grade stays (docs/rules/access.md). Idempotent: returns true only if this call did it. The caller
 * holds the row's lock.
 */
export const endIfExpired = async (tx: Tx, jobs: JobQueue, { entitlementId, now }: Asked): Promise<boolean> => {
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  if (!hasAccessExpired(entitlement, now)) return false
  return unprocessEntitlement(tx, jobs, { entitlement, now, by: { actor: 'system' }, ending: 'expired' })
}

/**
 * Ends expired access in a person's row and in their other rows, then returns the current row. The caller holds the
 * locks of all these rows.
 */
export const endIfExpiredAndGet = async (
  tx: Tx,
  jobs: JobQueue,
  { entitlementId, now }: Asked,
): Promise<Entitlement> => {
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  const over = [entitlement, ...entitlement.others].filter(row => hasAccessExpired(row, now))
  for (const row of over) await endIfExpired(tx, jobs, { entitlementId: row.id, now })
  return over.length > 0 ? getEntitlement(tx, entitlement) : entitlement
}

const BATCH_SIZE = 500

/**
 * Ends all access whose end date has passed and returns the number of rows changed. Idempotent; safe to run
 * concurrently.
 */
export const endExpiredAccess = async (app: Needs<'clock' | 'db' | 'jobs'>): Promise<number> => {
  const now = app.clock.now()
  let ended = 0
  for (;;) {
    const over = await listExpiredAccess(app.db, now, BATCH_SIZE)
    for (const row of over) {
      const done = await inTransaction(app.db, async tx => {
        await lockEntitlements(tx, [row])
        return endIfExpired(tx, app.jobs, { entitlementId: row.id, now })
      })
      if (done) ended++
    }
    if (over.length < BATCH_SIZE) return ended
  }
}
