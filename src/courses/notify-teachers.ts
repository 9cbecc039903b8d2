import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { courseName, courseUrl } from './rules/course.ts'
import { listTeacherRecipients, type TeacherRecipient } from './store/join-courses.ts'
import { queueMessage } from "#src/messages/queue-message.ts";

/** Reason that a course is ready: its first product, or a finished copy of content. `key` makes the message unique. */
interface ReadyEvent {
  key: string
  copiedFrom?: string
}

/** Queues a "course ready" message for each teacher, once per occasion. */
export const notifyTeachers = async (
  tx: Tx,
  jobs: JobQueue,
  teachers: TeacherRecipient[],
  { key, copiedFrom }: ReadyEvent,
): Promise<void> => {
  for (const { email, name, language, school, course } of teachers) {
    await queueMessage(tx, jobs, `course-ready:${key}:${email}`, {
      kind: 'course-ready',
      recipient: email,
      name,
      language: language ?? 'en',
      course: courseName(course),
      school,
      courseUrl: courseUrl(course),
      ...(copiedFrom === undefined ? {} : { copiedFrom }),
    })
  }
}

/** Notifies the teachers of a course that just got its first product. */
export const notifyOfActivation = async (
  tx: Tx,
  jobs: JobQueue,
  before: { id: number; products: unknown[] },
): Promise<void> => {
  if (before.products.length > 0) return
  await notifyTeachers(tx, jobs, await listTeacherRecipients(tx, { courseId: before.id }), {
    key: `course:${before.id}`,
  })
}
