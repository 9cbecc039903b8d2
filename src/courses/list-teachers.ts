import type { Teacher } from './rules/join-course.ts'
import { listTeachersOf } from './store/join-courses.ts'
import type { App } from "#src/context.ts";

/** Lists the teachers for the pay page: those who launched the course, and those enrolled as teachers in Canvas. */
export const listTeachers =
  ({ db }: App, courseId: number): Promise<Teacher[]> =>
    listTeachersOf(db, courseId)
