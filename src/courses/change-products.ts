import type { Tx } from '#src/core/db/db.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { notifyOfActivation } from './notify-teachers.ts'
import { queueCheckoutCloseForChange } from './review-checkouts.ts'
import type { StaffCourse } from './rules/activation.ts'
import { saveActivation, saveCourseProducts } from './store/staff-courses.ts'
import type { App } from "#src/context.ts";

interface ProductsChange {
  /** The course as read after it was locked. */
  before: StaffCourse
  productIds: number[]
  by: Staff
  now: Date
}

/** Sets the products of a locked course. Queues a review of its checkouts, and mails the teachers at its first product. */
export const changeProducts = async (
  app: App,
  tx: Tx,
  { before, productIds, by, now }: ProductsChange,
): Promise<void> => {
  await saveCourseProducts(tx, before.id, productIds)
  await queueCheckoutCloseForChange(app, tx, { courseId: before.id })
  await saveActivation(tx, { courseId: before.id, staffId: by.id, productIds, now })
  await notifyOfActivation(tx, app.jobs, before)
}
