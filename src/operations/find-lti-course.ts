import type { StaffCourse } from '../domain/activation.ts'
import { findStaffCourse, listStaffCourses } from '../store/queries/staff-courses.ts'
import type { Deps } from './deps.ts'

/** Every course with this id of its LMS; more than one school may use the same (rules.md A6). */
export const findLtiCourses =
  (deps: Deps) =>
  (contextId: string): Promise<StaffCourse[]> =>
    listStaffCourses(deps.db, contextId)

/** One course, by our id or by a context id that is unique. */
export const findLtiCourse =
  (deps: Deps) =>
  async (id: string): Promise<StaffCourse | 'ambiguous' | null> => {
    const courses = await listStaffCourses(deps.db, id)
    if (courses.length > 1) return 'ambiguous'
    return courses[0] ?? (/^\d{1,15}$/.test(id) ? findStaffCourse(deps.db, Number(id)) : null)
  }
