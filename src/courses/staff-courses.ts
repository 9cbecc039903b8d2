import type { Needs } from '#src/context.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { covers, type Staff } from '#src/core/rules/staff.ts'
import type { StaffCourse } from './rules/activation.ts'
import type { ListedCourse } from './rules/course-list.ts'
import type { Teacher } from './rules/join-course.ts'
import { listCourseRows } from './store/course-list.ts'
import { listTeachersOf } from './store/join-courses.ts'
import { findStaffCourse, listStaffCourses } from './store/staff-courses.ts'

/** Lists all courses with this context id in the schools of the role. Several schools may use the same id. */
export const findLtiCourses = async (app: Needs<'db'>, contextId: string, by: Staff): Promise<StaffCourse[]> =>
  (await listStaffCourses(app.db, contextId)).filter(c => covers(by, c.schoolId))

/** Finds a course in the schools of the role by a unique context id, or by our own id. */
export const findLtiCourse = async (
  app: Needs<'db'>,
  id: string,
  by: Staff,
): Promise<{ ok: true; course: StaffCourse } | Refused<'course_ambiguous' | 'course_not_found'>> => {
  const courses = await findLtiCourses(app, id, by)
  if (courses.length > 1) return refuse('course_ambiguous')
  const course = courses[0] ?? (/^\d{1,15}$/.test(id) ? await findStaffCourse(app.db, Number(id)) : null)
  return course && covers(by, course.schoolId) ? { ok: true, course } : refuse('course_not_found')
}

/** Finds a course in the schools of the role by our own id. */
export const findCourseById = async (app: Needs<'db'>, id: number, by: Staff): Promise<StaffCourse | null> => {
  const course = await findStaffCourse(app.db, id)
  return course && covers(by, course.schoolId) ? course : null
}

/** Lists the courses in the schools of the role, a page at a time. */
export const listCourses = ({ db }: Needs<'db'>, query: ListQuery, by: Staff): Promise<ListPage<ListedCourse>> =>
  listCourseRows(db, query, by)

/** Lists the teachers for the pay page: those who launched the course, and those enrolled as teachers in Canvas. */
export const listTeachers = ({ db }: Needs<'db'>, courseId: number): Promise<Teacher[]> => listTeachersOf(db, courseId)
