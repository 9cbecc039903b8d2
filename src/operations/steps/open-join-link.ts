import { type JoinLink, joinReason } from '../../domain/join-course.ts'
import { findHostedCourse, findJoinCourse } from '../../store/queries/join-courses.ts'
import type { Deps } from '../deps.ts'

/** A course by its join link, or by a context id that exactly one hosted course has. */
export interface CourseRef {
  token?: string | undefined
  contextId?: string | undefined
}

export const openJoinLink = async (
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { token, contextId }: CourseRef,
): Promise<JoinLink> => {
  if (!token && !contextId) return { kind: 'no_token' }
  const { hostedConsumerPrefix: hostedPrefix } = settings
  const course = token ? await findJoinCourse(db, token) : await findHostedCourse(db, contextId ?? '', hostedPrefix)
  if (!course) return { kind: 'unknown' }
  const reason = joinReason(course, { hostedPrefix, now: clock.now() })
  return reason ? { kind: 'refused', reason, course } : { kind: 'open', course }
}
