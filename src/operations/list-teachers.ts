import type { Teacher } from '../domain/join-course.ts'
import { listTeachersOf } from '../store/queries/join-courses.ts'
import type { Deps } from './deps.ts'

/** Lists the teachers for the pay page: those who launched the course, and those enrolled as teachers in Canvas. */
export const listTeachers =
  ({ db }: Deps) =>
  (courseId: number): Promise<Teacher[]> =>
    listTeachersOf(db, courseId)
