import type { CodeUse, Coupon } from '#src/access/rules/access-code.ts'
import type { AttachedCode, Entitlement, OtherRow } from '#src/access/rules/entitlement.ts'
import type { Payment, PaymentLine } from '#src/access/rules/payment.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { Course } from '#src/courses/rules/course.ts'
import type { Product } from '#src/courses/rules/product.ts'
import type { School } from '#src/schools/rules/school.ts'

/** Domain values for tests of rules, with defaults for everything a test does not give. */
export const NOW = new Date('2026-11-21T15:00:00Z')
export const PAST = new Date(NOW.getTime() - 1)
export const FUTURE = new Date(NOW.getTime() + 1)

/** A staff member with role support, where no session is needed. */
export const colleague: Staff = {
  id: 7,
  email: 'colleague@example.com',
  phone: null,
  firstName: 'Kim',
  lastName: 'Lee',
  imageUrl: null,
  role: 'support',
  schools: null,
}

export const aProduct = (over: Partial<Product> = {}): Product => ({
  id: 1,
  productCode: 'A',
  name: 'Product A',
  stripePriceId: 'price_a',
  unitsForTeacher: [1],
  isFree: false,
  ...over,
})

export const A = aProduct()
export const B = aProduct({ id: 2, productCode: 'B', name: 'Product B' })
export const FREE = aProduct({ id: 9, productCode: 'FREE', name: 'zfree', isFree: true })

export const aCourse = (over: Partial<Course> = {}): Course => ({
  id: 1,
  contextId: 'ctx-1',
  isMoving: false,
  title: 'ASL 1',
  label: null,
  canvasCourseId: null,
  canvasDomain: null,
  workflowState: 'available',
  lmsOrigins: [],
  seenOrigins: [],
  lmsCourseUrl: null,
  termEndsAt: null,
  accessUntil: null,
  expiresAt: null,
  allowsWts: false,
  products: [A],
  ...over,
})

export const aSchool = (over: Partial<School> = {}): School => ({
  name: 'True Hands',
  acceptsPayment: true,
  acceptsAccessCode: true,
  isK12: false,
  yearlyAccess: false,
  isHosted: true,
  ...over,
})

export const anEntitlement = (over: Partial<Entitlement> = {}): Entitlement => ({
  kind: 'enrollment',
  id: 1,
  hasCheckouts: false,
  isEmailClaimed: false,
  prices: [],
  token: 'e_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  sessionId: '7f2c1a52-7f52-4f0c-9d3b-1f35c9a2f001',
  personId: 1,
  email: 'ana@school.example',
  name: 'Ana',
  language: null,
  createdVia: 'launch',
  gradePassbackId: null,
  role: 'learner',
  isTest: false,
  hasTaught: false,
  agreedAt: null,
  agreedTerms: null,
  processedAt: null,
  processedBy: null,
  source: null,
  unprocessedAt: null,
  stripeEventId: null,
  accessEndsAt: null,
  lastPeriodEndedAt: null,
  seenOrigin: null,
  updatedAt: NOW,
  codes: [],
  paid: [],
  others: [],
  course: aCourse(),
  school: aSchool(),
  schoolId: 1,
  ...over,
})

export const aCoupon = (over: Partial<Coupon> = {}): Coupon => ({
  id: 1,
  code: 'CODE-A-1',
  productId: A.id,
  productName: A.name,
  maxUsage: 1,
  used: 0,
  expiresAt: null,
  ...over,
})

/** A use of the code by the person of `anEntitlement`, in another course. */
export const aUse = (over: Partial<CodeUse> = {}): CodeUse => ({
  id: 1,
  entitlementId: 2,
  personId: 1,
  email: 'ana@school.example',
  processedAt: null,
  voidedAt: null,
  sameSchool: true,
  ...over,
})

/** A code held by the person of `anEntitlement`. */
export const aHeldCode = (over: Partial<AttachedCode> = {}): AttachedCode => ({
  couponId: 1,
  code: 'CODE-A-1',
  productId: A.id,
  hasUsesLeft: false,
  voidedAt: null,
  ...over,
})

/** Another processed row of the same person. */
export const anOtherRow = (over: Partial<OtherRow> = {}): OtherRow => ({
  id: 2,
  token: 'e_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
  processedAt: NOW,
  accessEndsAt: null,
  linkedAt: null,
  schoolId: 1,
  productIds: [A.id],
  ...over,
})

export const aLine = (over: Partial<PaymentLine> = {}): PaymentLine => ({
  productId: A.id,
  amount: 4900,
  covers: true,
  voidedAt: null,
  ...over,
})

/** A successful payment for A. */
export const aPayment = (over: Partial<Payment> = {}): Payment => ({
  checkoutId: 1,
  status: 'paid',
  total: 4900,
  findings: [],
  completedAt: NOW,
  lines: [aLine()],
  charged: null,
  refunded: 0,
  refunds: [],
  disputes: [],
  openFlags: [],
  mayBePaid: false,
  ...over,
})

export const aRefund = (over: Partial<Payment['refunds'][number]> = {}): Payment['refunds'][number] => ({
  amount: 1000,
  failed: false,
  productIds: [],
  ...over,
})
