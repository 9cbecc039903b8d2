import { courseName, courseUrl } from '../domain/course.ts'
import { findCourseOnPlatform } from '../store/queries/join-courses.ts'
import type { Deps } from './deps.ts'

/** A hosted course by its id on the learning platform, and where it is there. Null: none of ours, or more than one. */
export const findCourseLink =
  ({ db, settings }: Deps) =>
  async (canvasCourseId: string): Promise<{ name: string; url: string } | null> => {
    const course = await findCourseOnPlatform(db, canvasCourseId, settings.hostedConsumerPrefix)
    const url = course && courseUrl(course)
    return course && url ? { name: courseName(course), url } : null
  }
