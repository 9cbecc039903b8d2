import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { endIfExpired } from './end-access.ts'
import { processEntitlement, unprocessEntitlement } from './process-entitlement.ts'
import { hasAccess, type Subject, sameSubject, testAccessEnd } from './rules/entitlement.ts'
import { lockAllOfPerson } from './same-person.ts'
import { lockEntitlements } from './store/entitlement-changes.ts'
import { getEntitlement } from './store/entitlements.ts'
import { findTestAccess, lockTestAccess } from './store/test-access.ts'

interface Test {
  subject: Subject
  now: Date
}

/**
 * Gives a person with the TestUser role access for a day, unless another test person of the course has it or staff took
 * it away (docs/rules/access.md). Idempotent. Concurrent calls wait for a lock on the course; a unique index allows one
 * test person per course.
 */
export const giveTestAccess = async (tx: Tx, jobs: JobQueue, { subject, now }: Test): Promise<void> => {
  await lockTestAccess(tx, subject)
  const holder = await findTestAccess(tx, subject)
  await lockEntitlements(tx, holder ? [subject, holder] : [subject])
  if (holder) await endIfExpired(tx, jobs, { subject: holder, now })
  const held = await findTestAccess(tx, subject)
  const entitlement = await getEntitlement(tx, subject)
  if ((held && !sameSubject(held, subject)) || hasAccess(entitlement) || entitlement.unprocessedAt) return
  await processEntitlement(tx, jobs, { entitlement, source: 'test', now, accessEndsAt: testAccessEnd(now) })
}

/** Ends test access when the person launches without the TestUser role. Codes that they entered keep counting. */
export const endTestAccess = async (tx: Tx, jobs: JobQueue, { subject, now }: Test): Promise<void> => {
  await lockAllOfPerson(tx, subject)
  const entitlement = await getEntitlement(tx, subject)
  if (entitlement.source !== 'test') return
  const by = { actor: 'system', reason: 'launched without the TestUser role' }
  await unprocessEntitlement(tx, jobs, { entitlement, now, by, keepCodes: true, ending: 'test_over' })
}
