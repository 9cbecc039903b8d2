import { saveAudit } from '#src/core/audit/store/audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { Deps } from './deps.ts'
import { onlyFree, type Product } from './rules/product.ts'
import { listCourseDefaults } from './store/default-products.ts'
import { listProductsByIds } from './store/products.ts'
import { getStaffCourse, lockCourse, saveActivation, saveCourseProducts } from './store/staff-courses.ts'

/**
 * Activates a new course with its school's default products. Does nothing if the course has products or was ever
 * activated, so a course that staff emptied stays empty. Locks the course; idempotent. Returns true if the course has
 * only free products.
 */
export const activateByDefault = async (deps: Pick<Deps, 'db'>, courseId: number, now: Date): Promise<boolean> =>
  inTransaction(deps.db, async tx => {
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
