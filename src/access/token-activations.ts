import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { mintCode } from '#src/core/crypto.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { type ActivateLtiCourse, activateLtiCourse } from '#src/courses/activation.ts'
import { findProduct } from '#src/courses/products.ts'
import type { CourseChoices } from '#src/courses/rules/course-settings.ts'
import { coversRow } from './rules/people.ts'
import { saveCoupons } from './store/coupons.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

/** Settings left out keep their value. */
interface ActivateByToken extends Partial<CourseChoices> {
  token: string
  productCode: string
  createCoupon: boolean
}

const TEST_DAYS = 30

/**
 * Sets the product and settings of an LTI 1.3 context, named by any member's token. Can create a test code. Idempotent,
 * except that each call can create another test code.
 */
export const activateByToken = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'timezone'>,
  { token, productCode, createCoupon, ...choices }: ActivateByToken,
  by: Staff,
) => {
  demandInSchool(by, 'change')
  if (token.trim() === '') return refuse('token_required')
  if (productCode.trim() === '') return refuse('product_required')
  const membership = await findEntitlementByToken(app.db, token.trim())
  if (membership?.kind !== 'membership' || !coversRow(by, membership)) return refuse('membership_not_found')
  const product = await findProduct(app.db, productCode.trim())
  if (!product) return refuse('product_not_found')
  if (createCoupon && product.isFree) return refuse('no_test_code_for_free')
  const { id: courseId, contextId } = membership.course
  const course = { contextId, courseId, productIds: [product.id], ...choices, by }
  return createCoupon
    ? activateWithTestCode(app, course)
    : { ...(await activateLtiCourse(app, course)), couponCode: null }
}

/** Activates a course, and creates a code for its product that works once, in this course only. */
export const activateWithTestCode = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'timezone'>,
  given: ActivateLtiCourse & { courseId: number },
) => {
  const { courseId, productIds, by } = given
  const code = `TEST${mintCode(8)}`
  const activated = await activateLtiCourse(app, given, async tx => {
    const now = app.clock.now()
    const expiresAt = new Date(now.getTime() + TEST_DAYS * DAY_MS)
    const rows = productIds.map(productId => ({ code, productId, maxUsage: 1, expiresAt }))
    await saveCoupons(tx, rows, { isTest: true, onlyCourseId: courseId })
    const subject = { kind: 'course', id: courseId } as const
    await recordAudit(tx, { by, action: 'create-test-code', subject, after: { code }, now })
  })
  return { ...activated, couponCode: activated.ok ? code : null }
}
