import { sql } from 'drizzle-orm'
import { check, index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { coupons } from '#src/codes/store/schema/coupons.ts'
import { id, instant, reference } from '#src/core/db/columns.ts'
import { products } from '#src/courses/store/schema/products.ts'
import { enrollments } from './enrollments.ts'
import { memberships } from './memberships.ts'

/** One row per accepted code. A voided row still counts in `used`. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    id: id(),
    couponId: reference()
      .notNull()
      .references(() => coupons.id),
    /** Exactly one of the two is set. */
    enrollmentId: reference().references(() => enrollments.id),
    membershipId: reference().references(() => memberships.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
    attachedAt: instant().notNull(),
    voidedAt: instant(),
  },
  t => [
    unique('coupon_uses_once').on(t.enrollmentId, t.couponId),
    unique('coupon_uses_once_membership').on(t.membershipId, t.couponId),
    uniqueIndex('coupon_uses_one_per_product').on(t.enrollmentId, t.productId).where(sql`${t.voidedAt} is null`),
    uniqueIndex('coupon_uses_one_per_product_membership')
      .on(t.membershipId, t.productId)
      .where(sql`${t.voidedAt} is null`),
    check('coupon_uses_of_one', sql`num_nonnulls(${t.enrollmentId}, ${t.membershipId}) = 1`),
    index('coupon_uses_coupon').on(t.couponId),
  ],
)
