import { courseName, courseUrl } from '../../domain/course.ts'
import { endElsewhere } from '../../domain/coverage.ts'
import { accessEnd, type Entitlement, type Source } from '../../domain/entitlement.ts'
import { inCourse } from '../../domain/one-person.ts'
import type { Staff } from '../../domain/staff.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Tx } from '../../store/db.ts'
import { saveAudit } from '../../store/queries/audit.ts'
import { voidLines } from '../../store/queries/checkouts.ts'
import { voidUses } from '../../store/queries/coupons.ts'
import { claimProcessing, claimUnprocessing } from '../../store/queries/entitlement-changes.ts'
import { getEntitlement } from '../../store/queries/entitlements.ts'
import { listLeaning } from './same-person.ts'
import { writeMessage } from './write-message.ts'

/** Who takes a step on somebody else's row; a student's own code or card leaves no line, its use or payment is the trace. */
export interface By {
  /** As the audit names them: 'staff:7', 'system'. */
  actor: string
  staffId?: number | undefined
  reason?: string | undefined
}

export const byStaff = (staff: Pick<Staff, 'id'>, reason: string | undefined): By => ({
  actor: `staff:${staff.id}`,
  staffId: staff.id,
  reason,
})

export interface Process {
  entitlement: Entitlement
  source: Source
  now: Date
  by?: By | undefined
  stripeEventId?: string | undefined
  /** Until when; the end of the course, unless the person was in before. */
  accessEndsAt?: Date | null | undefined
  /** The codes that were brought back for it, for the audit. */
  restored?: string[] | undefined
}

/**
 * Lets a person in, in the transaction that found the reason and holds the row's lock (rules.md C). Idempotent: a row that
 * is processed already stays as it is; true says that this call did it. What must happen outside follows as jobs of the
 * same transaction. A person is welcomed once, also when staff take them out and let them in again.
 */
export const processEntitlement = async (tx: Tx, jobs: JobQueue, given: Process): Promise<boolean> => {
  const { entitlement, source, now, by, stripeEventId, restored = [] } = given
  const elsewhere = source === 'migrated' ? endElsewhere(entitlement) : null
  const accessEndsAt = given.accessEndsAt ?? elsewhere ?? accessEnd(entitlement.course, now)
  const staffId = by?.staffId
  const claimed = { subject: entitlement, source, now, accessEndsAt, by: staffId, stripeEventId }
  if (!(await claimProcessing(tx, claimed))) return false
  if (by) {
    const after = { source, restored }
    await saveAudit(tx, { ...line(by, entitlement), action: 'process', before: { source: null }, after }, now)
  }
  await tellOutside(tx, jobs, entitlement)
  // Who is in elsewhere has been welcomed there.
  if (!elsewhere) await welcome(tx, jobs, entitlement, accessEndsAt)
  return true
}

interface Unprocess {
  entitlement: Entitlement
  now: Date
  by: By
  keepCodes?: boolean
  over?: boolean
}

/**
 * Takes a person out: live uses of codes are voided and keep their place in `used`, and what a card paid for stops to
 * count (rules.md C). `keepCodes`: money that went back takes only what it had paid for. `over`: the time is over, which
 * takes no grade back, and the date is kept to be told. Idempotent: a row that is not processed stays as it is, its codes
 * too. Rows of the same person that stood on this one fall with it, and what they have of their own keeps counting
 * (rules.md A11); they end by themselves when the time is over. The caller holds the row's lock.
 */
export const unprocessEntitlement = async (tx: Tx, jobs: JobQueue, given: Unprocess): Promise<boolean> => {
  const { entitlement, now, by, over = false } = given
  const leaning = over ? [] : await listLeaning(tx, await getEntitlement(tx, entitlement))
  if (!(await takeOut(tx, jobs, given))) return false
  const reason = `is the same person as ${inCourse(entitlement)}, who was taken out`
  for (const row of leaning) await takeOut(tx, jobs, { entitlement: row, now, by: { ...by, reason }, keepCodes: true })
  return true
}

const takeOut = async (
  tx: Tx,
  jobs: JobQueue,
  { entitlement, now, by, keepCodes = false, over = false }: Unprocess,
): Promise<boolean> => {
  if (!(await claimUnprocessing(tx, entitlement, { now, keepsEnd: over }))) return false
  // What was used up by time was so when the time was over, and not when somebody looked.
  const at = (over && entitlement.accessEndsAt) || now
  const voided = keepCodes ? [] : await voidUses(tx, entitlement, at)
  if (!keepCodes) await voidLines(tx, entitlement, at)
  const before = { source: entitlement.source, processedAt: entitlement.processedAt }
  const codes = entitlement.codes.filter(c => voided.includes(c.couponId)).map(c => c.code)
  await saveAudit(
    tx,
    { ...line(by, entitlement), action: over ? 'end-access' : 'unprocess', before, after: { voided: codes } },
    now,
  )
  await tellOutside(tx, jobs, entitlement, { grade: !over })
  return true
}

/** What learning platform and LMS must hear of, as jobs of the same transaction: they may be away, the student is not held up. */
const tellOutside = async (
  tx: Tx,
  jobs: JobQueue,
  entitlement: Entitlement,
  { grade } = { grade: true },
): Promise<void> => {
  const { kind, id, gradePassbackId } = entitlement
  if (isBrought(entitlement)) await jobs.send(tx, 'canvas-enrollment', { enrollmentId: id })
  if (grade && gradePassbackId !== null) await jobs.send(tx, 'grade', { kind, id })
}

/** Who signed up for a hosted school's course is brought there by us (rules.md D7). */
const isBrought = ({ bornBy, school, course }: Entitlement): boolean =>
  bornBy === 'sign_up' && school.isHosted && course.canvasCourseId !== null

const line = (by: By, { kind, id }: Entitlement) => ({
  actor: by.actor,
  subjectKind: kind,
  subjectId: id,
  ...(by.reason ? { reason: by.reason } : {}),
})

const welcome = async (tx: Tx, jobs: JobQueue, entitlement: Entitlement, accessEndsAt: Date): Promise<void> => {
  if (!entitlement.email) return
  await writeMessage(tx, jobs, `welcome:${entitlement.kind}:${entitlement.id}`, {
    kind: 'welcome',
    recipient: entitlement.email,
    name: entitlement.name,
    course: courseName(entitlement.course),
    school: entitlement.school.name,
    courseUrl: courseUrl(entitlement.course),
    ...(isBrought(entitlement) ? { opensLater: true } : {}),
    accessEndsAt: accessEndsAt.toISOString(),
  })
}
