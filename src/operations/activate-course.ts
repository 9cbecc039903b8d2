import { mintCode } from '../crypto.ts'
import { codeKey } from '../domain/access-code.ts'
import { activationMessages, type StaffCourse } from '../domain/activation.ts'
import { importReasons } from '../domain/code-import.ts'
import type { Entitlement } from '../domain/entitlement.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { DAY_MS } from '../domain/time.ts'
import { lastAuditId } from '../store/queries/audit.ts'
import { saveCoupons } from '../store/queries/code-import.ts'
import { findEntitlementByToken } from '../store/queries/entitlements.ts'
import { findProduct } from '../store/queries/products.ts'
import { getStaffCourse, lockCourse, saveActivation, saveCourseProducts } from '../store/queries/staff-courses.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { closeStaleCheckouts } from './steps/close-open-checkouts.ts'
import { recordAudit } from './steps/record-audit.ts'
import { tellOfActivation } from './steps/tell-teachers.ts'

export type ContextActivated =
  | { kind: 'changed'; membership: Entitlement; course: StaffCourse; couponCode: string | null }
  | { kind: 'refused'; status: 404 | 409 | 422; message: string; field?: string }

/** `seen` is the newest audit line the form knew about (see activate-lti-course.ts). */
export interface ActivateCourse {
  token: string
  productCode: string
  createCoupon: boolean
  seen?: number | undefined
}

const TEST_DAYS = 30

/**
 * Sets the product of an LTI 1.3 context, named by any member's token. Can create a test code. Locks the course.
 * Idempotent, except that each call can create another test code.
 */
export const activateCourse =
  (deps: Deps) =>
  async (given: ActivateCourse, by: Staff): Promise<ContextActivated> => {
    demand(by, 'change')
    const membership = await findEntitlementByToken(deps.db, given.token.trim())
    if (membership?.kind !== 'membership')
      return { kind: 'refused', status: 404, message: activationMessages.membership, field: 'token' }
    const product = await findProduct(deps.db, given.productCode)
    if (!product)
      return { kind: 'refused', status: 422, message: activationMessages.unknownProduct, field: 'product_code' }
    if (given.createCoupon && product.isFree)
      return { kind: 'refused', status: 422, message: importReasons.free, field: 'create_coupon' }
    const now = deps.clock.now()
    const courseId = membership.course.id
    const subject = { kind: 'course', id: courseId } as const
    return inTransaction(deps.db, async tx => {
      await lockCourse(tx, courseId)
      if (given.seen !== undefined && given.seen !== (await lastAuditId(tx, 'course', courseId)))
        return { kind: 'refused', status: 409, message: activationMessages.changedMeanwhile }
      const before = await getStaffCourse(tx, courseId)
      const codes = before.products.map(p => p.productCode)
      if (codes.length !== 1 || codes[0] !== product.productCode) {
        await saveCourseProducts(tx, courseId, [product.id])
        await closeStaleCheckouts(deps, tx, { courseId })
        await saveActivation(tx, { courseId, staffId: by.id, productIds: [product.id], now })
        await tellOfActivation(tx, deps.jobs, before)
        const after = { products: [product.productCode] }
        await recordAudit(tx, { by, action: 'activate-course', subject, before: { products: codes }, after, now })
      }
      const couponCode = given.createCoupon ? `TEST${mintCode(8)}` : null
      if (couponCode) {
        const expiresAt = new Date(now.getTime() + TEST_DAYS * DAY_MS)
        const row = { code: couponCode, key: codeKey(couponCode), productId: product.id, maxUsage: 1, expiresAt }
        await saveCoupons(tx, [row], { isTest: true, onlyCourseId: courseId })
        await recordAudit(tx, { by, action: 'create-test-code', subject, after: { code: couponCode }, now })
      }
      const fresh = await findEntitlementByToken(tx, membership.token)
      return {
        kind: 'changed',
        membership: fresh ?? membership,
        course: await getStaffCourse(tx, courseId),
        couponCode,
      }
    })
  }
