import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { lastAuditId } from '#src/core/audit/store/audit.ts'
import { mintCode } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { changeCourse } from '#src/courses/activation.ts'
import { getStaffCourse, lockCourse } from '#src/courses/courses.ts'
import { findProduct } from '#src/courses/products.ts'
import { type CourseChoices, pastDay } from '#src/courses/rules/course-settings.ts'
import { coversRow } from './rules/people.ts'
import { saveCoupons } from './store/coupons.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

/** `seen` is the newest audit line the form knew about (see `activateLtiCourse`). Settings left out keep their value. */
interface ActivateByToken extends Partial<CourseChoices> {
  token: string
  productCode: string
  createCoupon: boolean
  seen?: number | undefined
}

const TEST_DAYS = 30

/**
 * Sets the product and settings of an LTI 1.3 context, named by any member's token. Can create a test code. Locks the
 * course. Idempotent, except that each call can create another test code.
 */
export const activateByToken = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'timezone'>,
  given: ActivateByToken,
  by: Staff,
) => {
  demandInSchool(by, 'change')
  const [token, productCode] = [given.token.trim(), given.productCode.trim()]
  if (token === '') return refuse('token_required')
  if (productCode === '') return refuse('product_required')
  const membership = await findEntitlementByToken(app.db, token)
  if (membership?.kind !== 'membership' || !coversRow(by, membership)) return refuse('membership_not_found')
  const product = await findProduct(app.db, productCode)
  if (!product) return refuse('product_not_found')
  if (given.createCoupon && product.isFree) return refuse('no_test_code_for_free')
  const now = app.clock.now()
  const courseId = membership.course.id
  const subject = { kind: 'course', id: courseId } as const
  return inTransaction(app.db, async tx => {
    await lockCourse(tx, courseId)
    if (given.seen !== undefined && given.seen !== (await lastAuditId(tx, 'course', courseId)))
      return refuse('course_changed')
    const before = await getStaffCourse(tx, courseId)
    const past = pastDay(before, given, { now, timezone: app.timezone })
    if (past) return refuse(past)
    const { isChanged } = await changeCourse(app, tx, { before, choices: given, productIds: [product.id], by, now })
    const couponCode = given.createCoupon ? `TEST${mintCode(8)}` : null
    if (couponCode) {
      const expiresAt = new Date(now.getTime() + TEST_DAYS * DAY_MS)
      const row = { code: couponCode, productId: product.id, maxUsage: 1, expiresAt }
      await saveCoupons(tx, [row], { isTest: true, onlyCourseId: courseId })
      await recordAudit(tx, { by, action: 'create-test-code', subject, after: { code: couponCode }, now })
    }
    return { ok: true as const, isChanged, couponCode }
  })
}
