import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { unprocessEntitlement } from './process-entitlement.ts'
import { type Entitlement, hasAccessExpired, type Subject } from './rules/entitlement.ts'
import { getEntitlement } from './store/entitlements.ts'

interface Asked {
  subject: Subject
  now: Date
}

/**
 * Ends access whose end date has passed: voids the codes and payments of that period and deactivates the hosted
 * enrollment; the grade stays (docs/rules/access.md). Idempotent: returns true only if this call did it. The caller
 * holds the row's lock.
 */
export const endIfExpired = async (tx: Tx, jobs: JobQueue, { subject, now }: Asked): Promise<boolean> => {
  const entitlement = await getEntitlement(tx, subject)
  if (!hasAccessExpired(entitlement, now)) return false
  return unprocessEntitlement(tx, jobs, { entitlement, now, by: { actor: 'system' }, ending: 'expired' })
}

/**
 * Ends expired access in a person's row and in their other rows, then returns the current row. The caller holds the
 * locks of all these rows.
 */
export const endIfExpiredAndGet = async (tx: Tx, jobs: JobQueue, { subject, now }: Asked): Promise<Entitlement> => {
  const entitlement = await getEntitlement(tx, subject)
  const over = [entitlement, ...entitlement.others].filter(row => hasAccessExpired(row, now))
  for (const row of over) await endIfExpired(tx, jobs, { subject: row, now })
  return over.length > 0 ? getEntitlement(tx, subject) : entitlement
}
