import { courseName, courseUrl } from './rules/course.ts'
import { findCourseOnPlatform } from './store/join-courses.ts'
import type { App } from "#src/context.ts";

/** Returns name and URL of a hosted course by its Canvas id, or null if not exactly one matches. */
export const findCourseLink =
  async ({ db, hostedConsumerPrefix }: App, canvasCourseId: string): Promise<{ name: string; url: string } | null> => {
    const course = await findCourseOnPlatform(db, canvasCourseId, hostedConsumerPrefix)
    const url = course && courseUrl(course)
    return course && url ? { name: courseName(course), url } : null
  }
