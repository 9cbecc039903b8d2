import type { Needs } from '#src/context.ts'
import { findLastChange, saveAudit } from '#src/core/audit/store/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { queueCheckoutCloseForChange } from './products.ts'
import { changeableOf, type StaffCourse } from './rules/activation.ts'
import { allSettings, changedChoices, choicesFromJson } from './rules/course-settings.ts'
import {
  deleteSystemActivation,
  getStaffCourse,
  listJoinedCourses,
  listSameCourses,
  listStaffCoursesByIds,
  lockCourse,
  saveActivation,
  saveCourseProducts,
  saveCourseSettings,
  saveOneCourse,
} from './store/staff-courses.ts'

/**
 * A course that an LMS launches through two connections, of which one replaces the other: the same context id, and
 * connections joined by decisions of staff (docs/rules/schools.md).
 */

const CARRIED = 'the same course of the same LMS'

/**
 * Joins a course with the same course of replaced connections, so that access to the one counts for the other. A course
 * that was never activated gets the products and dates of the other. Returns false if there is no other. Idempotent.
 */
export const joinSameCourses = async (app: Needs<'jobs'>, tx: Tx, courseId: number, now: Date): Promise<boolean> => {
  const found = await listSameCourses(tx, courseId)
  if (found.length === 0) return false
  if (found.every(other => other.isJoined)) return true
  const others = found.map(other => other.id)
  const ids = [courseId, ...others].sort((a, b) => a - b)
  for (const id of ids) await lockCourse(tx, id)
  await saveOneCourse(tx, ids, true)
  const [course, same] = [await getStaffCourse(tx, courseId), await listStaffCoursesByIds(tx, others)]
  const from = same.sort((a, b) => b.id - a.id).find(other => other.products.length > 0)
  if (!from || course.products.length > 0 || course.activations.some(a => a.userId !== null)) return true
  // A course of LTI 1.3 has one product: staff choose it. Who has access by the other connection keeps it.
  if (course.version === '1.3' && from.products.length > 1) return true
  const choices = Object.fromEntries(allSettings.map(({ name }) => [name, from[name]]))
  const changed = changedChoices(course, choices)
  if (Object.keys(changed).length > 0) await saveCourseSettings(tx, courseId, changed, now)
  const productIds = from.products.map(p => p.id)
  await saveCourseProducts(tx, courseId, productIds)
  await saveActivation(tx, { courseId, staffId: null, productIds, now })
  await finishChange(app, tx, course, CARRIED, now)
  return true
}

/** Records what the system changed, and queues a look at open checkouts. */
const finishChange = async (app: Needs<'jobs'>, tx: Tx, before: StaffCourse, reason: string, now: Date) => {
  const { id: courseId } = before
  const after = changeableOf(await getStaffCourse(tx, courseId))
  const line = { actor: 'system', action: 'activate-course', subjectKind: 'course', subjectId: courseId } as const
  await saveAudit(tx, { ...line, before: changeableOf(before), after, reason }, now)
  await queueCheckoutCloseForChange(app, tx, { courseId })
}

/** Parts the courses of a deployment from the same courses, with what they got by joining, unless changed since. */
export const partSameCourses = async (app: Needs<'jobs'>, tx: Tx, deploymentId: number, now: Date): Promise<void> => {
  for (const courseId of await listJoinedCourses(tx, deploymentId)) {
    await lockCourse(tx, courseId)
    await saveOneCourse(tx, [courseId], false)
    const before = await getStaffCourse(tx, courseId)
    const last = await findLastChange(tx, { kind: 'course', id: courseId })
    if (last?.reason !== CARRIED) continue
    await saveCourseProducts(tx, courseId, [])
    await deleteSystemActivation(tx, courseId)
    const changed = changedChoices(before, choicesFromJson(last.before ?? {}, 'name'))
    if (Object.keys(changed).length > 0) await saveCourseSettings(tx, courseId, changed, now)
    if (changed.accessUntil !== undefined) await app.jobs.send(tx, 'move-access-ends', { courseId, mayShorten: false })
    await finishChange(app, tx, before, 'no longer the same course', now)
  }
}
