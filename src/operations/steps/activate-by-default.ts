import { onlyFree, type Product } from '../../domain/product.ts'
import { saveAudit } from '../../store/queries/audit.ts'
import { listCourseDefaults } from '../../store/queries/default-products.ts'
import { listProductsByIds } from '../../store/queries/products.ts'
import { getStaffCourse, lockCourse, saveActivation, saveCourseProducts } from '../../store/queries/staff-courses.ts'
import { inTransaction } from '../../store/transaction.ts'
import type { Deps } from '../deps.ts'

/**
 * Activates a new course with its school's default products. Does nothing if the course has products or was ever
 * activated, so a course that staff emptied stays empty. Locks the course; idempotent. Returns true if the course has
 * only free products.
 */
export const activateByDefault = async (deps: Deps, courseId: number, now: Date): Promise<boolean> =>
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
