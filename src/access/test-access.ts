import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { endIfExpired } from './end-access.ts'
import { processEntitlement, unprocessEntitlement } from './process-entitlement.ts'
import { hasAccess, testAccessEnd } from './rules/entitlement.ts'
import { lockAllOfPerson } from './same-person.ts'
import { findTestAccess, lockEntitlements, lockTestAccess } from './store/entitlement-changes.ts'
import { getEntitlement } from './store/entitlements.ts'

interface Test {
  entitlementId: number
  now: Date
}

/**
 * Gives a person with the TestUser role access for a day, unless another test person of the course has it or staff took
 * it away (docs/rules/access.md). Idempotent. Concurrent calls wait for a lock on the course; a unique index allows one
 * test person per course.
 */
export const giveTestAccess = async (tx: Tx, jobs: JobQueue, { entitlementId, now }: Test): Promise<void> => {
  const row = { id: entitlementId }
  await lockTestAccess(tx, row)
  const holder = await findTestAccess(tx, row)
  await lockEntitlements(tx, holder ? [row, holder] : [row])
  if (holder) await endIfExpired(tx, jobs, { entitlementId: holder.id, now })
  const held = await findTestAccess(tx, row)
  const entitlement = await getEntitlement(tx, row)
  if ((held && held.id !== row.id) || hasAccess(entitlement) || entitlement.unprocessedAt) return
  await processEntitlement(tx, jobs, { entitlement, source: 'test', now, accessEndsAt: testAccessEnd(now) })
}

/** Ends test access when the person launches without the TestUser role. Codes that they entered keep counting. */
export const endTestAccess = async (tx: Tx, jobs: JobQueue, { entitlementId, now }: Test): Promise<void> => {
  await lockAllOfPerson(tx, { id: entitlementId })
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  if (entitlement.source !== 'test') return
  const by = { actor: 'system', reason: 'launched without the TestUser role' }
  await unprocessEntitlement(tx, jobs, { entitlement, now, by, keepCodes: true, ending: 'test_over' })
}
