import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { queueMessage } from '#src/messages/messages.ts'
import type { SchoolDefaults } from '#src/schools/rules/school.ts'
import { lockSchool } from '#src/schools/schools.ts'
import type { StaffCourse } from './rules/activation.ts'
import { courseName, courseUrl } from './rules/course.ts'
import { onlyFree, type Product, sortedUnits } from './rules/product.ts'
import type { ProductFields, ProductReason } from './rules/product-form.ts'
import { listTeacherRecipients, type TeacherRecipient } from './store/join-courses.ts'
import {
  claimProduct,
  findProduct,
  isProductCodeTaken,
  listCourseDefaults,
  listProductsByIds,
  listSchoolDefaults,
  lockProduct,
  saveProduct,
  saveSchoolDefaults,
} from './store/products.ts'
import { getStaffCourse, lockCourse, saveActivation, saveCourseProducts } from './store/staff-courses.ts'

export { findProduct, listProducts, listProductsByIds, listProductsOfSchool } from './store/products.ts'

type ProductSaved = { ok: true; product: Product } | Refused<ProductReason>

/** Creates a product. Its code never changes; codes that differ only in case count as equal. */
export const createProduct = async (
  app: Needs<'checkPrice' | 'clock' | 'db'>,
  given: ProductFields,
  by: Staff,
): Promise<ProductSaved> => {
  demand(by, 'manage')
  if (await isProductCodeTaken(app.db, given.product_code)) return refuse('product_exists')
  const refused = await app.checkPrice(given.stripe_price_id)
  if (refused) return refused
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const product = await claimProduct(tx, { productCode: given.product_code, ...fieldsOf(given) })
    if (!product) return refuse('product_exists')
    const subject = { kind: 'product', id: product.id } as const
    await recordAudit(tx, { by, action: 'create-product', subject, after: { ...product }, now })
    return { ok: true, product }
  })
}

/** Changes a product's name, price and units. A new price closes open checkouts. */
export const updateProduct = async (
  app: Needs<'checkPrice' | 'clock' | 'db' | 'jobs'>,
  given: ProductFields,
  by: Staff,
): Promise<ProductSaved> => {
  demand(by, 'manage')
  const known = await findProduct(app.db, given.product_code)
  if (!known) return refuse('product_not_found')
  const refused = known.stripePriceId === given.stripe_price_id ? null : await app.checkPrice(given.stripe_price_id)
  if (refused) return refused
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const before = await lockProduct(tx, known.id)
    const product = await saveProduct(tx, before.id, fieldsOf(given), now)
    if (before.stripePriceId !== product.stripePriceId)
      await queueCheckoutCloseForChange(app, tx, { productId: product.id })
    const subject = { kind: 'product', id: product.id } as const
    const change = { before: { ...before }, after: { ...product } }
    await recordAudit(tx, { by, action: 'update-product', subject, ...change, now })
    return { ok: true, product }
  })
}

const fieldsOf = ({ stripe_price_id: stripePriceId, name, units }: ProductFields) => ({
  stripePriceId,
  name,
  unitsForTeacher: sortedUnits(units),
})

type DefaultsSet = { ok: true; school: SchoolDefaults } | Refused<'product_not_found' | 'school_not_found'>

/** Sets the default products of new courses. One of LTI 1.3 gets them only if there is one. Requires the manager role. */
export const setDefaultProducts = async (
  app: Needs<'clock' | 'db'>,
  schoolId: number,
  productIds: number[],
  by: Staff,
): Promise<DefaultsSet> => {
  demand(by, 'manage')
  const ids = [...new Set(productIds)]
  if ((await listProductsByIds(app.db, ids)).length !== ids.length) return refuse('product_not_found')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    if (!(await lockSchool(tx, schoolId))) return refuse('school_not_found')
    const [before] = await listSchoolDefaults(tx, [schoolId])
    await saveSchoolDefaults(tx, schoolId, ids)
    const [after] = await listSchoolDefaults(tx, [schoolId])
    const codes = (s: SchoolDefaults | undefined) => s?.products.map(p => p.productCode)
    const change = { before: { defaultProducts: codes(before) }, after: { defaultProducts: codes(after) } }
    const subject = { kind: 'school', id: schoolId } as const
    await recordAudit(tx, { by, action: 'set-default-products', subject, ...change, now })
    return { ok: true, school: after! }
  })
}

/**
 * Activates a new course with its school's default products. Does nothing if the course has products or was ever
 * activated, so a course that staff emptied stays empty. Locks the course; idempotent. Returns true if the course has
 * only free products.
 */
export const activateByDefault = async (app: Needs<'db'>, courseId: number, now: Date): Promise<boolean> =>
  inTransaction(app.db, async tx => {
    await lockCourse(tx, courseId)
    const course = await getStaffCourse(tx, courseId)
    if (course.products.length > 0 || course.activations.length > 0) return onlyFree(course.products)
    const productIds = await listCourseDefaults(tx, courseId)
    const products: Product[] = await listProductsByIds(tx, productIds)
    if (products.length === 0) return false
    await saveCourseProducts(tx, courseId, productIds)
    await saveActivation(tx, { courseId, staffId: null, productIds, now })
    await saveAudit(
      tx,
      {
        actor: 'system',
        action: 'activate-course',
        subjectKind: 'course',
        subjectId: courseId,
        before: { products: [] },
        after: { products: products.map(p => p.productCode).sort() },
        reason: 'default products of this school',
      },
      now,
    )
    return onlyFree(products)
  })

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
