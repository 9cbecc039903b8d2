import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { products } from '#src/courses/store/schema/products.ts'
import { schools } from '#src/schools/store/schema/schools.ts'
import { staffUsers } from '#src/staff/store/schema.ts'

/** A batch of codes made together, to be printed and given out. */
export const couponBatches = pgTable('coupon_batches', {
  id: id(),
  /** The school that the codes are for; null for none. */
  schoolId: reference().references(() => schools.id, { onDelete: 'set null' }),
  productId: reference()
    .notNull()
    .references(() => products.id),
  staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  size: integer().notNull(),
  note: text().notNull().default(''),
  createdAt: createdAt(),
})

/**
 * An access code. `code_key` is the lookup key: upper case, without spaces and hyphens (docs/rules/access-codes.md).
 */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    couponCode: text().notNull(),
    codeKey: text().notNull().unique('coupons_code_key'),
    /** The key with O, I, L, S, B and Z replaced by the digits they resemble. */
    lookAlikeKey: text().notNull().generatedAlwaysAs(sql`translate(code_key, 'OILSBZ', '011582')`),
    productId: reference()
      .notNull()
      .references(() => products.id),
    maxUsage: integer().notNull().default(1),
    used: integer().notNull().default(0),
    expiresAt: instant(),
    isTest: boolean().notNull().default(false),
    /** Set for a test code, which works in this course only. */
    onlyCourseId: reference().references(() => courses.id),
    batchId: reference().references(() => couponBatches.id),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    check('coupons_max_usage', sql`${t.maxUsage} >= 1`),
    check('coupons_used', sql`${t.used} between 0 and ${t.maxUsage}`),
    index('coupons_look_alike_key').on(t.lookAlikeKey),
    index('coupons_batch').on(t.batchId),
    index('coupons_product').on(t.productId),
    /** For the list of codes: by the beginning of a code, and only used ones. */
    index('coupons_code_prefix').on(t.codeKey.op('text_pattern_ops')),
    index('coupons_used').on(t.id).where(sql`${t.used} > 0`),
    index('coupons_started').on(t.id).where(sql`${t.used} > 0 and ${t.used} < ${t.maxUsage}`),
    /** For unused codes that expire soon. */
    index('coupons_unused').on(t.productId, t.expiresAt).where(sql`${t.used} < ${t.maxUsage}`),
    index('coupons_expiring').on(t.expiresAt).where(sql`${t.used} < ${t.maxUsage}`),
  ],
)
