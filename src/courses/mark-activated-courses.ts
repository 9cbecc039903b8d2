import { markActivatedCourses as markSome } from './store/waiting-courses.ts'
import type { App } from "#src/context.ts";

/** Marks courses that were activated, so that later searches for waiting courses skip them. Idempotent. */
export const markActivatedCourses =
  async ({ db }: App): Promise<void> => {
    while (await markSome(db));
  }
