import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { SchoolDefaults } from '#src/schools/rules/school.ts'
import { lockSchool } from '#src/schools/schools.ts'
import { queueCheckoutCloseForChange } from './course-products.ts'
import { onlyFree, type Product, sortedUnits } from './rules/product.ts'
import type { ProductFields, ProductReason } from './rules/product-form.ts'
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

export const checkProduct = (app: Needs<'db'>, productCode: string): Promise<Product | null> =>
  findProduct(app.db, productCode.trim())

type ProductSaved = { ok: true; product: Product } | Refused<ProductReason>

/**
 * Creates a product. The code cannot be changed later; codes that differ only in case count as equal, also in
 * concurrent calls.
 */
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
    const product = await claimProduct(tx, {
      productCode: given.product_code,
      stripePriceId: given.stripe_price_id,
      name: given.name,
      unitsForTeacher: sortedUnits(given.units),
    })
    if (!product) return refuse('product_exists')
    await recordAudit(tx, {
      by,
      action: 'create-product',
      subject: { kind: 'product', id: product.id },
      after: { ...product },
      now,
    })
    return { ok: true, product }
  })
}

/**
 * Changes a product's name, price and units. Locks the product; concurrent changes are in the audit log. A new price
 * closes open checkouts.
 */
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
    const change = {
      stripePriceId: given.stripe_price_id,
      name: given.name,
      unitsForTeacher: sortedUnits(given.units),
    }
    const product = await saveProduct(tx, before.id, change, now)
    if (before.stripePriceId !== product.stripePriceId)
      await queueCheckoutCloseForChange(app, tx, { productId: product.id })
    await recordAudit(tx, {
      by,
      action: 'update-product',
      subject: { kind: 'product', id: product.id },
      before: { ...before },
      after: { ...product },
      now,
    })
    return { ok: true, product }
  })
}

type DefaultsSet = { ok: true; school: SchoolDefaults } | Refused<'product_not_found' | 'school_not_found'>

/**
 * Sets the default products for a school's new courses. Existing courses do not change. A course of LTI 1.3 gets them only
 * if there is one. Requires the manager role.
 */
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
    await recordAudit(tx, {
      by,
      action: 'set-default-products',
      subject: { kind: 'school', id: schoolId },
      before: { defaultProducts: codes(before) },
      after: { defaultProducts: codes(after) },
      now,
    })
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
