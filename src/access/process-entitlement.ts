import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { accessEnd } from '#src/courses/rules/access-end.ts'
import { courseName, courseUrl } from '#src/courses/rules/course.ts'
import { queueMessage } from '#src/messages/queue-message.ts'
import { accessEndElsewhere } from './rules/coverage.ts'
import { type Entitlement, hadAccess, lastPeriodEnd, type Source } from './rules/entitlement.ts'
import { inCourse } from './rules/person-links.ts'
import { listDependents } from './same-person.ts'
import { voidLines } from './store/checkouts.ts'
import { voidUses } from './store/coupon-uses.ts'
import { type AccessEnding, claimProcessing, claimUnprocessing } from './store/entitlement-changes.ts'
import { getEntitlement } from './store/entitlements.ts'
import { listGradeTargets } from './store/grade-targets.ts'

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
  // Access in another row already brought a welcome mail.
  if (!elsewhere) await queueWelcome(tx, jobs, entitlement, accessEndsAt)
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
  const over = ending === 'expired'
  // Expired coverage ends on the end date, not when the daily job ran.
  const at = (over && entitlement.accessEndsAt) || now
  const voided = keepCodes ? [] : await voidUses(tx, entitlement, at)
  if (!keepCodes) await voidLines(tx, entitlement, at)
  const before = { source: entitlement.source, processedAt: entitlement.processedAt }
  const codes = entitlement.codes.filter(c => voided.includes(c.couponId)).map(c => c.code)
  await saveAudit(
    tx,
    { ...auditLine(by, entitlement), action: over ? 'end-access' : 'unprocess', before, after: { voided: codes } },
    now,
  )
  await queueUpdates(tx, jobs, entitlement, { grade: !over })
  return true
}

/** Queues updates of Canvas and the grades in the same transaction, so the student does not wait for them. */
const queueUpdates = async (
  tx: Tx,
  jobs: JobQueue,
  entitlement: Entitlement,
  { grade } = { grade: true },
): Promise<void> => {
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

/** Queues the welcome mail: once for a row, and once for each later period. */
const queueWelcome = async (tx: Tx, jobs: JobQueue, entitlement: Entitlement, accessEndsAt: Date): Promise<void> => {
  const { id, email, name, language, course, school } = entitlement
  if (!email) return
  const about = {
    recipient: email,
    name,
    language: language ?? 'en',
    course: courseName(course),
    school: school.name,
    courseUrl: courseUrl(course),
    accessEndsAt: accessEndsAt.toISOString(),
  }
  if (hadAccess(entitlement)) {
    const period = Math.floor(accessEndsAt.getTime() / 1000)
    await queueMessage(tx, jobs, `welcome-back:${id}:${period}`, { kind: 'welcome-back', ...about })
    return
  }
  const opensLater = isHostedSignUp(entitlement) ? { opensLater: true } : {}
  await queueMessage(tx, jobs, `welcome:${id}`, { kind: 'welcome', ...about, ...opensLater })
}
