import { courseUrl } from '../domain/course.ts'
import { findJoinCourseById } from '../store/queries/join-courses.ts'
import type { Deps } from './deps.ts'

/** Where a course of the publisher's own learning platform is. Null: there is none with this id, or it is elsewhere. */
export const findHostedCourseUrl =
  (deps: Deps) =>
  async (courseId: number): Promise<string | null> => {
    const possible = Number.isSafeInteger(courseId) && courseId > 0
    const course = possible ? await findJoinCourseById(deps.db, courseId) : null
    return course?.school.isHosted ? courseUrl(course) : null
  }
