import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { courseName, courseUrl } from './rules/course.ts'
import { type JoinLink, joinReason } from './rules/join-course.ts'
import { findCourseOfEnrollment, findCourseOnPlatform, findHostedCourse, findJoinCourse } from './store/join-courses.ts'

/** A course, named by its join link or by a context id that exactly one hosted course has. */
export interface CourseRef {
  token?: string | undefined
  contextId?: string | undefined
}

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

/** Returns the course of a join link, or the reason it is refused (docs/rules/sign-up.md). */
export const findJoinLink = (app: Needs<'clock' | 'db' | 'hostedConsumerPrefix'>, token: string): Promise<JoinLink> =>
  openJoinLink(app, { token })

/**
 * Finds the course of a join or pay page by join token or enrollment token. An existing enrollment opens it even after
 * sign-up has closed.
 */
export const findPayCourse = async (
  app: Needs<'clock' | 'db' | 'hostedConsumerPrefix'>,
  token: string,
): Promise<JoinLink> => {
  if (!token.startsWith('e_')) return openJoinLink(app, { token })
  const course = await findCourseOfEnrollment(app.db, token)
  return course ? { ok: true, course } : refuse('link_not_found')
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
