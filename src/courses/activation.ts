import type { Needs } from '#src/context.ts'
import { findUndoable, recordAudit, UNDO_REASON } from '#src/core/audit/audit.ts'
import { lastAuditId } from '#src/core/audit/store/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { covers, demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { lockSchool, savePaymentMethods } from '#src/schools/schools.ts'
import { changeProducts } from './products.ts'
import { type CourseReason, changeableOf, type StaffCourse } from './rules/activation.ts'
import { allSettings, type CourseChoices, changedChoices, choicesFromJson, pastDay } from './rules/course-settings.ts'
import { listProducts, listProductsByIds } from './store/products.ts'
import {
  findStaffCourse,
  getSchoolOf,
  getStaffCourse,
  listStaffCourses,
  listStaffCoursesByIds,
  lockCourse,
  saveCourseSettings,
} from './store/staff-courses.ts'

/** Omitted fields keep their value. */
export interface ActivateLtiCourse extends Partial<CourseChoices> {
  contextId: string
  /** Required if several schools use this context id. */
  courseId?: number | undefined
  productIds: number[]
  acceptsPayment?: boolean | undefined
  acceptsAccessCode?: boolean | undefined
  /** Must be true to remove the last product, after which no one can use the course. */
  confirm?: boolean | undefined
  /** The newest audit line the form knew about. If there is a newer one, the call is refused with 409. */
  seen?: number | undefined
  by: Staff
}

type CourseActivated = { ok: true; course: StaffCourse } | Refused<CourseReason>

/**
 * Sets the products and settings of a course. Changing the accepted payment methods affects the whole school and
 * requires the manager role. Locks the course and, if needed, the school. Idempotent. `also` is done in the same
 * transaction.
 */
export const activateLtiCourse = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'timezone'>,
  given: ActivateLtiCourse,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<CourseActivated> => {
  demandInSchool(given.by, 'change')
  const { contextId, courseId } = given
  // Thousands of schools may use the same context id, such as 2.
  const named =
    courseId === undefined ? await listStaffCourses(app.db, contextId) : await listStaffCoursesByIds(app.db, [courseId])
  const courses = named.filter(c => c.contextId === contextId && covers(given.by, c.schoolId))
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
    const past = pastDay(before, given, { now, timezone: app.timezone })
    if (past) return refuse(past)
    if (acceptsPayment !== school.acceptsPayment || acceptsAccessCode !== school.acceptsAccessCode) {
      const after = { acceptsPayment, acceptsAccessCode }
      await savePaymentMethods(tx, schoolId, { before: accessMethodsOf(school), after }, given.by, now)
    }
    await changeCourse(app, tx, { before, choices: given, productIds, by: given.by, now })
    await also(tx)
    return { ok: true, course: await getStaffCourse(tx, first.id) }
  })
}

const accessMethodsOf = ({ acceptsPayment, acceptsAccessCode }: StaffCourse['school']) => ({
  acceptsPayment,
  acceptsAccessCode,
})

/** Sets dates of a course, and nothing else. Omitted ones keep their value. */
export const setCourseDates = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'timezone'>,
  { courseId, choices, reason }: { courseId: number; choices: Partial<CourseChoices>; reason: string },
  by: Staff,
): Promise<{ ok: true } | Refused<CourseReason>> => {
  demandInSchool(by, 'change')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockCourse(tx, courseId)
    const before = await findStaffCourse(tx, courseId)
    if (!before || !covers(by, before.schoolId)) return refuse('course_not_found')
    const past = pastDay(before, choices, { now, timezone: app.timezone })
    if (past) return refuse(past)
    await changeCourse(app, tx, { before, choices, productIds: before.products.map(p => p.id), reason, by, now })
    return { ok: true }
  })
}

interface CourseChange {
  /** The course as read after it was locked. */
  before: StaffCourse
  productIds: number[]
  /** Settings left out keep their value. The caller refused days that have passed. */
  choices: Partial<CourseChoices>
  reason?: string
  by: Staff
  now: Date
}

/**
 * Sets the products and settings of a locked course, and records the change. Does nothing if all are the same. A new end of
 * access queues a job that moves the end of everyone with access.
 */
export const changeCourse = async (
  app: Needs<'jobs'>,
  tx: Tx,
  { before, productIds, choices, reason, by, now }: CourseChange,
): Promise<void> => {
  const changed = changedChoices(before, choices)
  if (Object.keys(changed).length > 0) await saveCourseSettings(tx, before.id, changed, now)
  if (changed.accessUntil !== undefined)
    await app.jobs.send(tx, 'move-access-ends', { courseId: before.id, mayShorten: true })
  if (hasOthers(before, productIds)) await changeProducts(app, tx, { before, productIds, by, now })
  const after = changeableOf(await getStaffCourse(tx, before.id))
  const line = { action: 'activate-course', subject: { kind: 'course', id: before.id } } as const
  await recordAudit(tx, { by, ...line, before: changeableOf(before), after, reason, now })
}

/** Undoes the last change of a course, unless it changed how students join or set the first product. */
export const undoCourseDates = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  courseId: number,
  by: Staff,
): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
  demandInSchool(by, 'change')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockCourse(tx, courseId)
    const before = await findStaffCourse(tx, courseId)
    if (!before || !covers(by, before.schoolId)) return refuse('too_late_to_undo')
    const change = { by, action: 'activate-course', subject: { kind: 'course', id: courseId }, now } as const
    const was = await findUndoable(tx, { ...change, current: changeableOf(before) })
    if (!was || !isUnnoticed(was, before)) return refuse('too_late_to_undo')
    const codes = was.products as string[]
    const productIds = (await listProducts(tx)).filter(p => codes.includes(p.productCode)).map(p => p.id)
    const choices = choicesFromJson(was, 'name')
    await changeCourse(app, tx, { before, choices, productIds, reason: UNDO_REASON, by, now })
    return { ok: true }
  })
}

const isUnnoticed = (was: Record<string, unknown>, now: StaffCourse): boolean =>
  Object.entries(changeableOf(now)).every(
    ([name, value]) =>
      allSettings.some(s => s.name === name) ||
      JSON.stringify(was[name]) === JSON.stringify(value) ||
      (name === 'products' && Array.isArray(was.products) && was.products.length > 0),
  )

const hasOthers = ({ products }: Pick<StaffCourse, 'products'>, ids: number[]): boolean =>
  products.length !== ids.length || products.some(p => !ids.includes(p.id))
