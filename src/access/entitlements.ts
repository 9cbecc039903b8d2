import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { accessEnd, courseGate, courseName, courseUrl } from '#src/courses/rules/course.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { accessEndElsewhere, rowsLosingAccess } from './rules/coverage.ts'
import {
  type Entitlement,
  type EntitlementRef,
  hadAccess,
  hasAccess,
  hasAccessExpired,
  lastPeriodEnd,
  type Source,
  testAccessEnd,
} from './rules/entitlement.ts'
import { inCourse } from './rules/people.ts'
import { listExpiredAccess } from './store/access-ends.ts'
import { listCheckouts, voidLines } from './store/checkouts.ts'
import { voidUses } from './store/coupons.ts'
import {
  type AccessEnding,
  claimProcessing,
  claimUnprocessing,
  countTestAccess,
  findTestAccess,
  lockEntitlements,
  lockTestAccess,
} from './store/entitlement-changes.ts'
import { getEntitlement, listEntitlements, listGradeTargets } from './store/entitlements.ts'

export { lockEntitlements, saveSignedUp, saveStripeEvent } from './store/entitlement-changes.ts'
export {
  findEntitlementById,
  findEntitlementByToken,
  findGradeHost,
  getEntitlement,
  listCourseMemberships,
  listEntitlements,
  listEntitlementsByEmail,
} from './store/entitlements.ts'

/** Locks a row and all other rows of the same person, in the global lock order, to avoid deadlocks. */
export const lockAllOfPerson = async (tx: Tx, row: EntitlementRef): Promise<void> => {
  const locked = [row, ...(await getEntitlement(tx, row)).others]
  await lockEntitlements(tx, locked)
  const { others } = await getEntitlement(tx, row)
  if (others.some(o => !locked.some(l => l.id === o.id)))
    throw new RetryTransaction('a concurrent link to the same person')
}

/** Returns, locked, the person's rows that have access only because of this one (docs/rules/access.md). */
const listDependents = async (tx: Tx, entitlement: Entitlement): Promise<Entitlement[]> => {
  const others = entitlement.others.filter(hasAccess)
  if (!hasAccess(entitlement) || others.length === 0) return []
  await lockEntitlements(tx, others)
  const rows = (await listEntitlements(tx, others)).filter(hasAccess)
  return rowsLosingAccess(rows, (_, other) => other.id !== entitlement.id)
}

/** Returns the row without its dependents, which must not count as a reason for its own access. */
export const withoutDependents = async (tx: Tx, entitlement: Entitlement): Promise<Entitlement> => {
  const dependents = await listDependents(tx, entitlement)
  return { ...entitlement, others: entitlement.others.filter(o => !dependents.some(row => row.id === o.id)) }
}

/**
 * The staff user or system that processes somebody's row. Absent for students: their code use or payment is the record.
 */
export interface ActionBy {
  /** As written in the audit log: 'staff:7' or 'system'. */
  actor: string
  staffId?: number | undefined
  reason?: string | undefined
}

export const byStaff = (staff: Pick<Staff, 'id'>, reason: string | undefined): ActionBy => ({
  actor: `staff:${staff.id}`,
  staffId: staff.id,
  reason,
})

interface Process {
  entitlement: Entitlement
  source: Source
  now: Date
  by?: ActionBy | undefined
  stripeEventId?: string | undefined
  /** End of access. Defaults to the date of a migrated row, else the end of the course. */
  accessEndsAt?: Date | null | undefined
  /** Restored codes, for the audit log. */
  restored?: string[] | undefined
}

/**
 * Gives a person access, in the transaction that holds the row's lock (docs/rules/access.md). Idempotent: returns true
 * only if this call did it. Canvas, the grade and the welcome mail follow as jobs of the same transaction. The welcome
 * mail is sent once per row and period.
 */
export const processEntitlement = async (tx: Tx, jobs: JobQueue, given: Process): Promise<boolean> => {
  const { entitlement, source, now, by, stripeEventId, restored = [] } = given
  const elsewhere = source === 'migrated' ? accessEndElsewhere(entitlement) : null
  const accessEndsAt = given.accessEndsAt ?? elsewhere ?? accessEnd(entitlement.course, entitlement.school, now).at
  const lastPeriodEndedAt = lastPeriodEnd(entitlement, now)
  const processing = { source, now, accessEndsAt, lastPeriodEndedAt, by: by?.staffId, stripeEventId }
  if (!(await claimProcessing(tx, entitlement, processing))) return false
  if (by) {
    const after = { source, restored }
    await saveAudit(tx, { ...auditLine(by, entitlement), action: 'process', before: { source: null }, after }, now)
  }
  await queueUpdates(tx, jobs, entitlement)
  // Access in another row already brought a welcome mail, and a test person has no mailbox.
  if (!elsewhere && source !== 'test') await queueWelcome(tx, jobs, entitlement, accessEndsAt)
  return true
}

interface Unprocess {
  entitlement: Entitlement
  now: Date
  by: ActionBy
  keepCodes?: boolean
  /** Defaults to `removed`. */
  ending?: AccessEnding
}

/**
 * Takes a person's access away: voids live code uses, which still count in `used`, and card coverage
 * (docs/rules/access.md). Dependent rows of the same person lose access too but keep their own codes. Idempotent. The
 * caller holds the row's lock. With `keepCodes`, codes and payments keep counting. With `expired`, the grade and the end
 * date stay, and dependent rows end on their own date.
 */
export const unprocessEntitlement = async (tx: Tx, jobs: JobQueue, given: Unprocess): Promise<boolean> => {
  const { entitlement, now, by, ending } = given
  const dependents = ending === 'expired' ? [] : await listDependents(tx, await getEntitlement(tx, entitlement))
  if (!(await unprocessRow(tx, jobs, given))) return false
  const reason = `access depended on ${inCourse(entitlement)}, which was unprocessed`
  for (const row of dependents)
    await unprocessRow(tx, jobs, { entitlement: row, now, by: { ...by, reason }, keepCodes: true })
  return true
}

const unprocessRow = async (
  tx: Tx,
  jobs: JobQueue,
  { entitlement, now, by, keepCodes = false, ending = 'removed' }: Unprocess,
): Promise<boolean> => {
  if (!(await claimUnprocessing(tx, entitlement, { now, ending }))) return false
  const isExpired = ending === 'expired'
  // Expired coverage ends on the end date, not when the daily job ran.
  const endedAt = (isExpired && entitlement.accessEndsAt) || now
  const voidedIds = keepCodes ? [] : await voidUses(tx, entitlement, endedAt)
  if (!keepCodes) await voidLines(tx, entitlement, endedAt)
  const before = { source: entitlement.source, processedAt: entitlement.processedAt }
  const after = { voided: entitlement.codes.filter(c => voidedIds.includes(c.couponId)).map(c => c.code) }
  const action = isExpired ? 'end-access' : 'unprocess'
  await saveAudit(tx, { ...auditLine(by, entitlement), action, before, after }, now)
  await queueUpdates(tx, jobs, entitlement, { grade: !isExpired })
  return true
}

/** Queues updates of Canvas and the grades in the same transaction, so the student does not wait for them. */
const queueUpdates = async (tx: Tx, jobs: JobQueue, entitlement: Entitlement, { grade } = { grade: true }) => {
  if (isHostedSignUp(entitlement)) await jobs.send(tx, 'canvas-enrollment', { entitlementId: entitlement.id })
  const targets = grade ? await listGradeTargets(tx, entitlement) : []
  for (const { id, host } of targets) await jobs.send(tx, 'grade', { targetId: id }, { group: host ?? undefined })
}

/** We enroll people in Canvas only if they signed up for a hosted course (docs/rules/sign-up.md). */
const isHostedSignUp = ({ createdVia, school, course }: Entitlement): boolean =>
  createdVia === 'sign_up' && school.isHosted && course.canvasCourseId !== null

const auditLine = (by: ActionBy, { id }: Entitlement) => ({
  actor: by.actor,
  subjectKind: 'entitlement' as const,
  subjectId: id,
  ...(by.reason ? { reason: by.reason } : {}),
})

/** The facts in a mail about a person's access. Null without an address. */
export const accessFacts = (
  { email, isEmailClaimed, name, language, course, school }: Entitlement,
  accessEndsAt: Date,
) =>
  email && {
    ...(isEmailClaimed ? { isClaimed: true } : {}),
    recipient: email,
    name,
    language: language ?? 'en',
    course: courseName(course),
    school: school.name,
    courseUrl: courseUrl(course),
    accessEndsAt: accessEndsAt.toISOString(),
  }

/** Queues the welcome mail: once for a row, and once for each later period. */
const queueWelcome = async (tx: Tx, jobs: JobQueue, entitlement: Entitlement, accessEndsAt: Date): Promise<void> => {
  const { id } = entitlement
  const about = accessFacts(entitlement, accessEndsAt)
  if (!about) return
  if (hadAccess(entitlement)) {
    const period = Math.floor(accessEndsAt.getTime() / 1000)
    await queueMessage(tx, jobs, `welcome-back:${id}:${period}`, { kind: 'welcome-back', ...about })
    return
  }
  const opensLater = isHostedSignUp(entitlement) ? { opensLater: true } : {}
  await queueMessage(tx, jobs, `welcome:${id}`, { kind: 'welcome', ...about, ...opensLater })
}

/** A row, and the time at which it is looked at. */
interface RowNow {
  entitlementId: number
  now: Date
}

/**
 * Ends access whose end date has passed: voids the codes and payments of that period and deactivates the hosted
 * enrollment; the grade stays (docs/rules/access.md). Idempotent: returns true only if this call did it. The caller
 * holds the row's lock.
 */
const endIfExpired = async (tx: Tx, jobs: JobQueue, { entitlementId, now }: RowNow): Promise<boolean> => {
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  if (!hasAccessExpired(entitlement, now)) return false
  return unprocessEntitlement(tx, jobs, { entitlement, now, by: { actor: 'system' }, ending: 'expired' })
}

/**
 * Ends expired access in a person's row and in their other rows, then returns the current row. The caller holds the
 * locks of all these rows.
 */
export const endIfExpiredAndGet = async (tx: Tx, jobs: JobQueue, { entitlementId, now }: RowNow) => {
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  const expired = [entitlement, ...entitlement.others].filter(row => hasAccessExpired(row, now))
  for (const row of expired) await endIfExpired(tx, jobs, { entitlementId: row.id, now })
  return expired.length > 0 ? getEntitlement(tx, entitlement) : entitlement
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
    const expired = await listExpiredAccess(app.db, now, BATCH_SIZE)
    for (const row of expired) {
      const isEnded = await inTransaction(app.db, async tx => {
        await lockEntitlements(tx, [row])
        return endIfExpired(tx, app.jobs, { entitlementId: row.id, now })
      })
      if (isEnded) ended++
    }
    if (expired.length < BATCH_SIZE) return ended
  }
}

/** Most test people with access in a school. Its LMS could name a course for every student, and call each a test. */
const TESTS_PER_SCHOOL = 3

/**
 * Gives a person with the TestUser role access for a day, unless another test person of the course has it, three of the
 * school do, staff took it away, or no student could enter the course either (docs/rules/access.md). Idempotent.
 * Concurrent calls wait for a lock on the school; a unique index allows one test person per course.
 */
export const giveTestAccess = async (tx: Tx, jobs: JobQueue, { entitlementId, now }: RowNow): Promise<void> => {
  const row = { id: entitlementId }
  await lockTestAccess(tx, row)
  const holder = await findTestAccess(tx, row)
  await lockEntitlements(tx, holder ? [row, holder] : [row])
  if (holder) await endIfExpired(tx, jobs, { entitlementId: holder.id, now })
  const held = await findTestAccess(tx, row)
  const entitlement = await getEntitlement(tx, row)
  if ((held && held.id !== row.id) || hasAccess(entitlement) || entitlement.unprocessedAt) return
  if (courseGate(entitlement.course, now)) return
  if ((await countTestAccess(tx, row, now)) >= TESTS_PER_SCHOOL) return
  await processEntitlement(tx, jobs, { entitlement, source: 'test', now, accessEndsAt: testAccessEnd(now) })
}

/** Ends test access when the person launches without the TestUser role. Codes that they entered keep counting. */
export const endTestAccess = async (tx: Tx, jobs: JobQueue, { entitlementId, now }: RowNow): Promise<void> => {
  await lockAllOfPerson(tx, { id: entitlementId })
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  if (entitlement.source !== 'test') return
  const by = { actor: 'system', reason: 'launched without the TestUser role' }
  await unprocessEntitlement(tx, jobs, { entitlement, now, by, keepCodes: true, ending: 'forgotten' })
}

/** Queues the closing of a person's open checkouts, which may ask for products that are now covered. */
export const queueCheckoutClose = async (app: Needs<'jobs'>, tx: Tx, { id }: EntitlementRef): Promise<void> => {
  const open = (await listCheckouts(tx, { id })).some(c => c.status === 'open')
  if (open) await app.jobs.send(tx, 'close-checkouts', { entitlementId: id })
}
