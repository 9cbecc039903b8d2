import type { Needs } from '#src/context.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { covers, type Staff } from '#src/core/rules/staff.ts'
import type { StaffCourse } from './rules/activation.ts'
import { courseName, courseUrl } from './rules/course.ts'
import { type JoinLink, joinReason } from './rules/join-course.ts'
import { findCourseOfEnrollment, findCourseOnPlatform, findHostedCourse, findJoinCourse } from './store/join-courses.ts'
import { findStaffCourse, listStaffCourses } from './store/staff-courses.ts'

export { findJoinCourse, listTeacherRecipients, listTeachers, saveTeacherPlace } from './store/join-courses.ts'
export { getStaffCourse, listCourses, listStaffCoursesByIds, lockCourse } from './store/staff-courses.ts'

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

export const findCourseById = async (app: Needs<'db'>, id: number, by: Staff): Promise<StaffCourse | null> => {
  const course = await findStaffCourse(app.db, id)
  return course && covers(by, course.schoolId) ? course : null
}

/** A course, named by its join link or by a context id that exactly one hosted course has. */
export interface CourseRef {
  token?: string | undefined
  contextId?: string | undefined
}

/** Returns the course of a join link, or the reason it is refused (docs/rules/sign-up.md). */
export const openJoinLink = async (
  { db, clock, hostedConsumerPrefix: hostedPrefix }: Needs<'clock' | 'db' | 'hostedConsumerPrefix'>,
  { token, contextId }: CourseRef,
): Promise<JoinLink> => {
  if (!token && !contextId) return refuse('no_token')
  const course = token ? await findJoinCourse(db, token) : await findHostedCourse(db, contextId ?? '', hostedPrefix)
  if (!course) return refuse('link_not_found')
  const reason = joinReason(course, { hostedPrefix, now: clock.now() })
  return reason ? { ...refuse(reason), course } : { ok: true, course }
}

/** Finds the course of a join token, or of an enrollment token, which opens it after sign-up has closed, too. */
export const findPayCourse = async (
  app: Needs<'clock' | 'db' | 'hostedConsumerPrefix'>,
  token: string,
): Promise<JoinLink> => {
  const course = await findCourseOfEnrollment(app.db, token)
  return course ? { ok: true, course } : openJoinLink(app, { token })
}

/** Returns name and URL of a hosted course by its Canvas id, or null if not exactly one matches. */
export const findCourseLink = async (
  { db, hostedConsumerPrefix }: Needs<'db' | 'hostedConsumerPrefix'>,
  canvasCourseId: string,
): Promise<{ name: string; url: string } | null> => {
  const course = await findCourseOnPlatform(db, canvasCourseId, hostedConsumerPrefix)
  const url = course && courseUrl(course)
  return course && url ? { name: courseName(course), url } : null
}
