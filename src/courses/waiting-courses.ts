import type { Needs } from '#src/context.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { changeCourse } from './activation.ts'
import type { StaffCourse } from './rules/activation.ts'
import { type Suggestion, suggest, titleOf, type WaitingCourse } from './rules/waiting-courses.ts'
import { listProductsByIds, listSchoolDefaults } from './store/products.ts'
import { findStaffCourse, getStaffCourse, lockCourse } from './store/staff-courses.ts'
import { listEarlierCourses, listWaitingRows, markActivatedBatch } from './store/waiting-courses.ts'

export { claimUnannouncedCourses, listWaitingRows } from './store/waiting-courses.ts'

/** Lists launched courses without a product, those with the most people first, each with suggested products. */
export const listWaitingCourses = async (app: Needs<'db' | 'timezone'>): Promise<WaitingCourse[]> => {
  const waiting = await listWaitingRows(app.db)
  if (waiting.length === 0) return []
  const schools = [...new Set(waiting.map(c => c.schoolId))]
  const earlier = await listEarlierCourses(app.db, schools)
  const defaults = new Map((await listSchoolDefaults(app.db, schools)).map(s => [s.id, s.products]))
  const date = (instant: Date) => shortDate(instant, app.timezone)
  return waiting.map(course => ({
    ...course,
    suggestion: suggest(
      course,
      earlier.filter(e => e.schoolId === course.schoolId),
      defaults.get(course.schoolId) ?? [],
      date,
    ),
  }))
}

/** Suggests products for one course; null if its school has no other course and no default products. */
export const suggestProducts = async (
  db: Queryable,
  course: StaffCourse,
  date: (instant: Date) => string,
): Promise<Suggestion | null> => {
  const [defaults] = await listSchoolDefaults(db, [course.schoolId])
  const earlier = await listEarlierCourses(db, [course.schoolId])
  return suggest({ ...course, teacherIds: course.teachers.map(t => t.id) }, earlier, defaults?.products ?? [], date)
}

type WaitingActivated =
  /** `late` lists courses that were activated by somebody else first. */
  | { ok: true; activated: { id: number; name: string }[]; late: string[] }
  | Refused<'no_course_chosen' | 'no_product_chosen' | 'product_not_found' | 'one_product_only'>

interface WaitingChoice {
  courseId: number
  productIds: number[]
}

/**
 * Activates several waiting courses with the products given in the call, so staff get what they saw. Skips and names
 * courses that were activated meanwhile. Each course has its own transaction.
 */
export const activateWaitingCourses = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  choices: WaitingChoice[],
  by: Staff,
): Promise<WaitingActivated> => {
  demand(by, 'change')
  if (choices.length === 0) return refuse('no_course_chosen')
  const wanted = [...new Set(choices.flatMap(c => c.productIds))]
  if (choices.some(c => c.productIds.length === 0)) return refuse('no_product_chosen')
  if ((await listProductsByIds(app.db, wanted)).length !== wanted.length) return refuse('product_not_found')
  const found = new Map<number, StaffCourse | null>()
  for (const { courseId } of choices) found.set(courseId, await findStaffCourse(app.db, courseId))
  if (choices.some(c => found.get(c.courseId)?.version === '1.3' && c.productIds.length !== 1))
    return refuse('one_product_only')
  const activated: { id: number; name: string }[] = []
  const late: string[] = []
  for (const { courseId, productIds } of choices) {
    const course = found.get(courseId)
    const name = course ? titleOf(course, course.contextId) : `Course ${courseId}`
    if (!course) late.push(name)
    else if (await activate(app, { courseId, productIds, by })) activated.push({ id: courseId, name })
    else late.push(name)
  }
  return { ok: true, activated, late }
}

/** Returns false if the course has products already. */
const activate = (
  app: Needs<'clock' | 'db' | 'jobs'>,
  { courseId, productIds, by }: WaitingChoice & { by: Staff },
): Promise<boolean> => {
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockCourse(tx, courseId)
    const before = await getStaffCourse(tx, courseId)
    if (before.products.length > 0) return false
    await changeCourse(app, tx, { before, choices: {}, productIds: [...new Set(productIds)], by, now })
    return true
  })
}

/** Marks courses that were activated, so that later searches for waiting courses skip them. Idempotent. */
export const markActivatedCourses = async ({ db }: Needs<'db'>): Promise<void> => {
  while (await markActivatedBatch(db));
}
