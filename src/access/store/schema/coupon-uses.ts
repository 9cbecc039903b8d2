import { sql } from 'drizzle-orm'
import { index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { coupons } from '#src/codes/store/schema/coupons.ts'
import { id, instant, reference } from '#src/core/db/columns.ts'
import { products } from '#src/courses/store/schema/products.ts'
import { entitlements } from './entitlements.ts'

/** One row per accepted code. A voided row still counts in `used`. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    id: id(),
    couponId: reference()
      .notNull()
      .references(() => coupons.id),
    entitlementId: reference()
      .notNull()
      .references(() => entitlements.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
    attachedAt: instant().notNull(),
    voidedAt: instant(),
  },
  t => [
    unique('coupon_uses_once').on(t.entitlementId, t.couponId),
    uniqueIndex('coupon_uses_one_per_product').on(t.entitlementId, t.productId).where(sql`${t.voidedAt} is null`),
    index('coupon_uses_coupon').on(t.couponId),
  ],
)
