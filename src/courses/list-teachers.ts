import type { Deps } from './deps.ts'
import type { Teacher } from './rules/join-course.ts'
import { listTeachersOf } from './store/join-courses.ts'

/** Lists the teachers for the pay page: those who launched the course, and those enrolled as teachers in Canvas. */
export const listTeachers =
  ({ db }: Deps) =>
  (courseId: number): Promise<Teacher[]> =>
    listTeachersOf(db, courseId)
