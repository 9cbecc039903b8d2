import type { Teacher } from '../domain/join-course.ts'
import { listTeachersOf } from '../store/queries/join-courses.ts'
import type { Deps } from './deps.ts'

/** The names on the pay page: who launched the course as a teacher, and who teaches it on our own platform (rules.md G §2). */
export const listTeachers =
  ({ db }: Deps) =>
  (courseId: number): Promise<Teacher[]> =>
    listTeachersOf(db, courseId)
