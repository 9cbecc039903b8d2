import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Deps } from './deps.ts'
import type { StaffCourse } from './rules/activation.ts'
import { findStaffCourse, listStaffCourses } from './store/staff-courses.ts'

/** Lists all courses with this context id. Several schools may use the same id. */
export const findLtiCourses =
  (deps: Deps) =>
  (contextId: string): Promise<StaffCourse[]> =>
    listStaffCourses(deps.db, contextId)

/** Finds a course by a unique context id, or by our own id. */
export const findLtiCourse =
  (deps: Deps) =>
  async (id: string): Promise<{ ok: true; course: StaffCourse } | Refused<'course_ambiguous' | 'course_not_found'>> => {
    const courses = await listStaffCourses(deps.db, id)
    if (courses.length > 1) return refuse('course_ambiguous')
    const course = courses[0] ?? (/^\d{1,15}$/.test(id) ? await findStaffCourse(deps.db, Number(id)) : null)
    return course ? { ok: true, course } : refuse('course_not_found')
  }
