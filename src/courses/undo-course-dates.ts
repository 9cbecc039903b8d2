import { findUndoable, UNDO_REASON } from '#src/core/audit/find-undoable.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { covers, demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { changeableOf, type StaffCourse } from './rules/activation.ts'
import { findStaffCourse, getStaffCourse, lockCourse, saveCourseSettings } from './store/staff-courses.ts'
import type { App } from "#src/context.ts";

/**
 * Undoes the last change of a course's dates and web tool. Refuses if it also changed products or how students join,
 * because teachers and checkouts have been told.
 */
export const undoCourseDates =
  async ({ db, jobs, clock }: App, courseId: number, by: Staff): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
    demandInSchool(by, 'change')
    const now = clock.now()
    return inTransaction(db, async tx => {
      await lockCourse(tx, courseId)
      const before = await findStaffCourse(tx, courseId)
      if (!before || !covers(by, before.schoolId)) return refuse('too_late_to_undo')
      const change = { by, action: 'activate-course', subject: { kind: 'course', id: courseId }, now } as const
      const was = await findUndoable(tx, { ...change, current: auditedOf(before) })
      if (!was || !isUnnoticed(was, before)) return refuse('too_late_to_undo')
      await saveCourseSettings(tx, courseId, settingsBefore(was, before), now)
      const after = await getStaffCourse(tx, courseId)
      if (after.accessUntil?.getTime() !== before.accessUntil?.getTime())
        await jobs.send(tx, 'move-access-ends', { courseId, mayShorten: true })
      await recordAudit(tx, { ...change, before: auditedOf(before), after: auditedOf(after), reason: UNDO_REASON })
      return { ok: true }
    })
  }

/** The audit line of a 1.3 course names only these two. */
const auditedOf = (course: StaffCourse): Record<string, unknown> => {
  const { products, accessUntil, ...rest } = changeableOf(course)
  return course.version === '1.3' ? { products, accessUntil } : { products, accessUntil, ...rest }
}

const isUnnoticed = (was: Record<string, unknown>, now: StaffCourse): boolean =>
  Object.entries(auditedOf(now)).every(
    ([name, value]) => DATES.includes(name) || JSON.stringify(was[name]) === JSON.stringify(value),
  )

const DATES = ['allowsWts', 'expiresAt', 'accessUntil']

const settingsBefore = (was: Record<string, unknown>, now: StaffCourse) => {
  const dateOf = (value: unknown) => (typeof value === 'string' ? new Date(value) : null)
  const accessUntil = dateOf(was.accessUntil)
  if (now.version === '1.3') return { accessUntil }
  return { accessUntil, expiresAt: dateOf(was.expiresAt), allowsWts: was.allowsWts === true }
}
