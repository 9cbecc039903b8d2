import type { Deps } from './deps.ts'
import { markActivatedCourses as markSome } from './store/waiting-courses.ts'

/** Marks courses that were activated, so that later searches for waiting courses skip them. Idempotent. */
export const markActivatedCourses =
  ({ db }: Pick<Deps, 'db'>) =>
  async (): Promise<void> => {
    while (await markSome(db));
  }
