import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { queueMessage } from '#src/messages/messages.ts'
import type { StaffCourse } from './rules/activation.ts'
import { courseName, courseUrl } from './rules/course.ts'
import { listTeacherRecipients, type TeacherRecipient } from './store/join-courses.ts'
import { saveActivation, saveCourseProducts } from './store/staff-courses.ts'

interface ProductsChange {
  /** The course as read after it was locked. */
  before: StaffCourse
  productIds: number[]
  by: Staff
  now: Date
}

/** Sets the products of a locked course. Queues a review of its checkouts, and mails the teachers at its first product. */
export const changeProducts = async (
  app: Needs<'jobs'>,
  tx: Tx,
  { before, productIds, by, now }: ProductsChange,
): Promise<void> => {
  await saveCourseProducts(tx, before.id, productIds)
  await queueCheckoutCloseForChange(app, tx, { courseId: before.id })
  await saveActivation(tx, { courseId: before.id, staffId: by.id, productIds, now })
  await notifyOfActivation(tx, app.jobs, before)
}

/** Queues a check of the open checkouts of a course or product after staff changed its products or price. */
export const queueCheckoutCloseForChange = async (
  { jobs }: Needs<'jobs'>,
  tx: Tx,
  what: { courseId: number } | { productId: number },
): Promise<void> => {
  await jobs.send(tx, 'close-checkouts', what)
}

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
  for (const { email, isEmailClaimed, name, language, school, course } of teachers) {
    await queueMessage(tx, jobs, `course-ready:${key}:${email}`, {
      kind: 'course-ready',
      recipient: email,
      ...(isEmailClaimed ? { isClaimed: true } : {}),
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
const notifyOfActivation = async (
  tx: Tx,
  jobs: JobQueue,
  before: { id: number; products: unknown[] },
): Promise<void> => {
  if (before.products.length > 0) return
  await notifyTeachers(tx, jobs, await listTeacherRecipients(tx, { courseId: before.id }), {
    key: `course:${before.id}`,
  })
}
