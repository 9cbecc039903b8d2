import {
  cardDisputes,
  cardPayments,
  cardRefunds,
  checkoutLines,
  checkouts,
  paymentFlags,
} from '#src/access/store/schema/checkouts.ts'
import { couponUses } from '#src/access/store/schema/coupon-uses.ts'
import { enrollments } from '#src/access/store/schema/enrollments.ts'
import { memberships } from '#src/access/store/schema/memberships.ts'
import { people } from '#src/access/store/schema/people.ts'
import { canvasEnrollments, canvasUsers } from '#src/canvas/store/schema.ts'
import { couponBatches, coupons } from '#src/codes/store/schema/coupons.ts'
import { codeTries } from '#src/codes/store/schema/failed-attempts.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { activations } from '#src/courses/store/schema/activations.ts'
import { courseProducts, courses, courseTeachers } from '#src/courses/store/schema/courses.ts'
import { defaultProducts } from '#src/courses/store/schema/default-products.ts'
import { grades } from '#src/lti/store/schema/grades.ts'
import { launchDiary } from '#src/lti/store/schema/launches.ts'
import { messages } from '#src/messages/store/schema/messages.ts'
import { helpRequests } from '#src/messages/store/schema/support.ts'
import { reconciliations, stripeEvents } from '#src/payments/store/schema.ts'
import { deployments } from '#src/schools/store/schema/platforms.ts'

/** Tables of the practice term, each after the tables that it refers to. */
export const TERM_TABLES = {
  deployments,
  defaultProducts,
  people,
  courses,
  courseProducts,
  courseTeachers,
  activations,
  couponBatches,
  coupons,
  enrollments,
  memberships,
  couponUses,
  checkouts,
  checkoutLines,
  cardPayments,
  cardRefunds,
  cardDisputes,
  paymentFlags,
  stripeEvents,
  reconciliations,
  canvasUsers,
  canvasEnrollments,
  grades,
  codeTries,
  messages,
  helpRequests,
  audit,
  launchDiary,
}

/** Tables whose ids other rows name, or by which staff sort. The database numbers the rows of the others. */
export const NUMBERED_TABLES = [
  'deployments',
  'people',
  'courses',
  'couponBatches',
  'coupons',
  'enrollments',
  'memberships',
  'checkouts',
  'helpRequests',
  'audit',
  'launchDiary',
] as const satisfies (keyof typeof TERM_TABLES)[]

export type NumberedTable = (typeof NUMBERED_TABLES)[number]

type Tables = typeof TERM_TABLES
export type TermTable = keyof Tables
/** A row to insert. All rows of a table name the same columns. */
export type TermRow<T extends TermTable> = Tables[T]['$inferInsert']
export type TermRows = { [T in TermTable]: TermRow<T>[] }
