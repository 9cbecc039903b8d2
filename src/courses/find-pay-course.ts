import { refuse } from '#src/core/rules/outcome.ts'
import type { Deps } from './deps.ts'
import { openJoinLink } from './open-join-link.ts'
import type { JoinLink } from './rules/join-course.ts'
import { findCourseOfEnrollment } from './store/join-courses.ts'

/**
 * Finds the course of a join or pay page by join token or enrollment token. An existing enrollment opens it even after
 * sign-up has closed.
 */
export const findPayCourse =
  (deps: Deps) =>
  async (token: string): Promise<JoinLink> => {
    if (!token.startsWith('e_')) return openJoinLink(deps, { token })
    const course = await findCourseOfEnrollment(deps.db, token)
    return course ? { ok: true, course } : refuse('link_not_found')
  }
