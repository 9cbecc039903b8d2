import { refuse } from '#src/core/rules/outcome.ts'
import { type JoinLink, joinReason } from './rules/join-course.ts'
import { findHostedCourse, findJoinCourse } from './store/join-courses.ts'
import type { App } from "#src/context.ts";

/** A course, named by its join link or by a context id that exactly one hosted course has. */
export interface CourseRef {
  token?: string | undefined
  contextId?: string | undefined
}

type JoinLinkDeps = App

export const openJoinLink = async (
  { db, clock, hostedConsumerPrefix: hostedPrefix }: JoinLinkDeps,
  { token, contextId }: CourseRef,
): Promise<JoinLink> => {
  if (!token && !contextId) return refuse('no_token')
  const course = token ? await findJoinCourse(db, token) : await findHostedCourse(db, contextId ?? '', hostedPrefix)
  if (!course) return refuse('link_not_found')
  const reason = joinReason(course, { hostedPrefix, now: clock.now() })
  return reason ? { ...refuse(reason), course } : { ok: true, course }
}
