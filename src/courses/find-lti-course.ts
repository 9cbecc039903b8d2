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
  async (id: string): Promise<StaffCourse | 'ambiguous' | null> => {
    const courses = await listStaffCourses(deps.db, id)
    if (courses.length > 1) return 'ambiguous'
    return courses[0] ?? (/^\d{1,15}$/.test(id) ? findStaffCourse(deps.db, Number(id)) : null)
  }
