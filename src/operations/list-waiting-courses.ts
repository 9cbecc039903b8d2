import { listWaitingCourses as list, type WaitingCourse } from '../store/queries/waiting-courses.ts'
import type { Deps } from './deps.ts'

/** Courses that were launched and wait for a product: the first day of term (spec part 6). */
export const listWaitingCourses = (deps: Deps) => (): Promise<WaitingCourse[]> => list(deps.db)
