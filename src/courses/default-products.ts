import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { SchoolDefaults } from '#src/schools/rules/school.ts'
import { lockSchool } from '#src/schools/store/schools.ts'
import { onlyFree, type Product } from './rules/product.ts'
import { listCourseDefaults, listDefaultsOf, listSchoolDefaults, saveSchoolDefaults } from './store/default-products.ts'
import { listProductsByIds } from './store/products.ts'
import { getStaffCourse, lockCourse, saveActivation, saveCourseProducts } from './store/staff-courses.ts'

type DefaultsSet = { ok: true; school: SchoolDefaults } | Refused<'product_not_found' | 'school_not_found'>

/** Lists all schools by name with the default products of new courses. */
export const listDefaultProducts = (app: Needs<'db'>): Promise<SchoolDefaults[]> => listSchoolDefaults(app.db)

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
    const [before] = await listDefaultsOf(tx, [schoolId])
    await saveSchoolDefaults(tx, schoolId, ids)
    const [after] = await listDefaultsOf(tx, [schoolId])
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
