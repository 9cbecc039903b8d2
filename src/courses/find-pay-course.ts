import { refuse } from '#src/core/rules/outcome.ts'
import { openJoinLink } from './open-join-link.ts'
import type { JoinLink } from './rules/join-course.ts'
import { findCourseOfEnrollment } from './store/join-courses.ts'
import type { App } from "#src/context.ts";

/**
 * Finds the course of a join or pay page by join token or enrollment token. An existing enrollment opens it even after
 * sign-up has closed.
 */
export const findPayCourse =
  async (app: App, token: string): Promise<JoinLink> => {
    if (!token.startsWith('e_')) return openJoinLink(app, { token })
    const course = await findCourseOfEnrollment(app.db, token)
    return course ? { ok: true, course } : refuse('link_not_found')
  }
