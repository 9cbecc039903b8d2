import type { Deps } from './deps.ts'
import { fillCheckoutCourses as fillSome } from './store/checkout-courses.ts'

/** Fills the course of payments that are older than this column. Idempotent. */
export const fillCheckoutCourses =
  ({ db }: Pick<Deps, 'db'>) =>
  async (): Promise<void> => {
    while (await fillSome(db));
  }
