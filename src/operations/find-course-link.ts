import { courseName, courseUrl } from '../domain/course.ts'
import { findCourseOnPlatform } from '../store/queries/join-courses.ts'
import type { Deps } from './deps.ts'

/** Returns name and URL of a hosted course by its Canvas id, or null if not exactly one matches. */
export const findCourseLink =
  ({ db, settings }: Deps) =>
  async (canvasCourseId: string): Promise<{ name: string; url: string } | null> => {
    const course = await findCourseOnPlatform(db, canvasCourseId, settings.hostedConsumerPrefix)
    const url = course && courseUrl(course)
    return course && url ? { name: courseName(course), url } : null
  }
