import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import { lastAuditId } from '#src/core/audit/store/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { covers, demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { savePaymentMethods } from '#src/schools/schools.ts'
import { lockSchool } from '#src/schools/store/schools.ts'
import { changeProducts } from './course-products.ts'
import { type CourseReason, changeableOf, type StaffCourse } from './rules/activation.ts'
import { listProductsByIds } from './store/products.ts'
import {
  findStaffCourse,
  getSchoolOf,
  getStaffCourse,
  listStaffCourses,
  lockCourse,
  saveCourseSettings,
} from './store/staff-courses.ts'

/** Omitted fields keep their value. */
interface ActivateLtiCourse {
  contextId: string
  /** Required if several schools use this context id. */
  courseId?: number | undefined
  productIds: number[]
  allowsWts?: boolean | undefined
  acceptsPayment?: boolean | undefined
  acceptsAccessCode?: boolean | undefined
  expiresAt?: Date | null | undefined
  accessUntil?: Date | null | undefined
  /** Must be true to remove the last product, after which no one can use the course. */
  confirm?: boolean | undefined
  /** The newest audit line the form knew about. If there is a newer one, the call is refused with 409. */
  seen?: number | undefined
  by: Staff
}

type CourseActivated = { ok: true; course: StaffCourse } | Refused<CourseReason>

/**
 * Sets the products and settings of a course. Changing the accepted payment methods affects the whole school and
 * requires the manager role. Locks the course and, if needed, the school. Idempotent.
 */
export const activateLtiCourse = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'timezone'>,
  given: ActivateLtiCourse,
): Promise<CourseActivated> => {
  demandInSchool(given.by, 'change')
  const found = (await listStaffCourses(app.db, given.contextId)).filter(c => covers(given.by, c.schoolId))
  const courses = given.courseId === undefined ? found : found.filter(c => c.id === given.courseId)
  const [first] = courses
  if (!first) return refuse('course_not_found')
  if (courses.length > 1) return refuse('course_ambiguous')
  const productIds = [...new Set(given.productIds)]
  if ((await listProductsByIds(app.db, productIds)).length !== productIds.length) return refuse('product_not_found')
  if (first.version === '1.3' && productIds.length > 1) return refuse('one_product_only')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const schoolId = await getSchoolOf(tx, first.id)
    // Read after locking, so that two users who change different flags do not undo each other.
    if (given.acceptsPayment !== undefined || given.acceptsAccessCode !== undefined) await lockSchool(tx, schoolId)
    await lockCourse(tx, first.id)
    if (given.seen !== undefined && given.seen !== (await lastAuditId(tx, 'course', first.id)))
      return refuse('course_changed')
    const before = await getStaffCourse(tx, first.id)
    if (before.schoolId !== schoolId) throw new RetryTransaction('the course moved to another school')
    if (productIds.length === 0 && before.products.length > 0 && !given.confirm) return refuse('products_unconfirmed')
    const { school } = before
    const acceptsPayment = given.acceptsPayment ?? school.acceptsPayment
    const acceptsAccessCode = given.acceptsAccessCode ?? school.acceptsAccessCode
    if (!acceptsPayment && !acceptsAccessCode) return refuse('last_access_method')
    const allowsWts = given.allowsWts ?? before.allowsWts
    const expiresAt = given.expiresAt === undefined ? before.expiresAt : given.expiresAt
    const isDateChanged = expiresAt?.getTime() !== before.expiresAt?.getTime()
    const day = (instant: Date) => dayOf(instant, app.timezone)
    if (isDateChanged && expiresAt && day(expiresAt) < day(now)) return refuse('day_in_past')
    const dated = await setAccessUntil(app, tx, { before, accessUntil: given.accessUntil, now })
    if (!dated.ok) return dated
    if (allowsWts !== before.allowsWts || isDateChanged)
      await saveCourseSettings(tx, before.id, { allowsWts, expiresAt }, now)
    if (acceptsPayment !== school.acceptsPayment || acceptsAccessCode !== school.acceptsAccessCode) {
      const after = { acceptsPayment, acceptsAccessCode }
      await savePaymentMethods(tx, { schoolId, before: accessMethodsOf(school), after, by: given.by, now })
    }
    const ids = before.products.map(p => p.id)
    if (ids.length !== productIds.length || ids.some(id => !productIds.includes(id))) {
      await changeProducts(app, tx, { before, productIds, by: given.by, now })
    }
    const after = await getStaffCourse(tx, before.id)
    await recordAudit(tx, {
      by: given.by,
      action: 'activate-course',
      subject: { kind: 'course', id: before.id },
      before: changeableOf(before),
      after: changeableOf(after),
      now,
    })
    return { ok: true, course: after }
  })
}

const accessMethodsOf = ({ acceptsPayment, acceptsAccessCode }: StaffCourse['school']) => ({
  acceptsPayment,
  acceptsAccessCode,
})

interface SetAccessUntil {
  /** The course as read after it was locked. */
  before: StaffCourse
  /** Undefined keeps the date, null clears it. */
  accessUntil: Date | null | undefined
  now: Date
}

/**
 * Sets the end of access of a locked course, and queues a job that moves the end of everyone with access. Does nothing
 * if the date is unchanged.
 */
export const setAccessUntil = async (
  { jobs }: Needs<'jobs'>,
  tx: Tx,
  { before, accessUntil, now }: SetAccessUntil,
): Promise<{ ok: true } | Refused<'access_date_in_past'>> => {
  if (accessUntil === undefined || accessUntil?.getTime() === before.accessUntil?.getTime()) return { ok: true }
  if (accessUntil && accessUntil <= now) return refuse('access_date_in_past')
  await saveCourseSettings(tx, before.id, { accessUntil }, now)
  await jobs.send(tx, 'move-access-ends', { courseId: before.id, mayShorten: true })
  return { ok: true }
}

/**
 * Undoes the last change of a course's dates and web tool. Refuses if it also changed products or how students join,
 * because teachers and checkouts have been told.
 */
export const undoCourseDates = async (
  { db, jobs, clock }: Needs<'clock' | 'db' | 'jobs'>,
  courseId: number,
  by: Staff,
): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
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
