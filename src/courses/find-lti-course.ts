import type { Queryable } from '#src/core/db/db.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { allowedCourses } from '#src/schools/index.ts'
import type { Deps } from './deps.ts'
import type { StaffCourse } from './rules/activation.ts'
import { findStaffCourse, listStaffCourses } from './store/staff-courses.ts'

type CourseFound = { ok: true; course: StaffCourse } | Refused<'course_ambiguous' | 'course_not_found'>

/** Keeps the courses that the staff user may see. */
export const listAllowed = async (db: Queryable, courses: StaffCourse[], by: Staff): Promise<StaffCourse[]> => {
  const ids = courses.map(c => c.id)
  const allowed = await allowedCourses(db, by, ids)
  return courses.filter(c => allowed.has(c.id))
}

/** Lists all courses with this context id. Several schools may use the same id. */
export const findLtiCourses =
  (deps: Deps) =>
  async (contextId: string, by: Staff): Promise<StaffCourse[]> =>
    listAllowed(deps.db, await listStaffCourses(deps.db, contextId), by)

/** Finds a course by a unique context id, or by our own id. */
export const findLtiCourse =
  (deps: Deps) =>
  async (id: string, by: Staff): Promise<CourseFound> => {
    const courses = await listAllowed(deps.db, await listStaffCourses(deps.db, id), by)
    if (courses.length > 1) return refuse('course_ambiguous')
    const named = courses.length === 0 && /^\d{1,15}$/.test(id) ? await findStaffCourse(deps.db, Number(id)) : null
    const [course] = named ? await listAllowed(deps.db, [named], by) : courses
    return course ? { ok: true, course } : refuse('course_not_found')
  }
