import type { JoinLink } from '../domain/join-course.ts'
import { findCourseOfEnrollment } from '../store/queries/join-courses.ts'
import type { Deps } from './deps.ts'
import { openJoinLink } from './steps/open-join-link.ts'

/** The course that a join or pay page is about: of a join link that opens one, or of who is enrolled already (rules.md A2, D3). */
export const findPayCourse =
  (deps: Deps) =>
  async (token: string): Promise<JoinLink> => {
    if (!token.startsWith('e_')) return openJoinLink(deps, { token })
    const course = await findCourseOfEnrollment(deps.db, token)
    return course ? { kind: 'open', course } : { kind: 'unknown' }
  }
