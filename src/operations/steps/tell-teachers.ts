import { courseName, courseUrl } from '../../domain/course.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Tx } from '../../store/db.ts'
import { listTeachersToTell, type TeacherToTell } from '../../store/queries/join-courses.ts'
import { writeMessage } from './write-message.ts'

/** What made a course ready: its first product, or the end of a copy of content from a course of this name. */
export interface Occasion {
  key: string
  copiedFrom?: string
}

/** Writes to teachers that their course is ready, each of them once for each occasion, as jobs of the same transaction. */
export const tellTeachers = async (
  tx: Tx,
  jobs: JobQueue,
  teachers: TeacherToTell[],
  { key, copiedFrom }: Occasion,
): Promise<void> => {
  for (const { email, name, school, course } of teachers) {
    await writeMessage(tx, jobs, `course-ready:${key}:${email}`, {
      kind: 'course-ready',
      recipient: email,
      name,
      course: courseName(course),
      school,
      courseUrl: courseUrl(course),
      ...(copiedFrom === undefined ? {} : { copiedFrom }),
    })
  }
}

/** After a course got its products: its teachers hear of it when it had none before. */
export const tellOfActivation = async (
  tx: Tx,
  jobs: JobQueue,
  before: { id: number; products: unknown[] },
): Promise<void> => {
  if (before.products.length > 0) return
  await tellTeachers(tx, jobs, await listTeachersToTell(tx, { courseId: before.id }), { key: `course:${before.id}` })
}
