import { onlyFree, type Product } from '../../domain/product.ts'
import { saveAudit } from '../../store/queries/audit.ts'
import { listCourseDefaults } from '../../store/queries/default-products.ts'
import { listProductsByIds } from '../../store/queries/products.ts'
import { getStaffCourse, lockCourse, saveActivation, saveCourseProducts } from '../../store/queries/staff-courses.ts'
import { inTransaction } from '../../store/transaction.ts'
import type { Deps } from '../deps.ts'

/**
 * Gives a course that nobody activated what its school's new courses get. A course that staff have emptied stays empty.
 * Safe at once: the first one does it. True: the course asks for nothing.
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
        reason: 'what new courses of this school get',
      },
      now,
    )
    return onlyFree(products)
  })
