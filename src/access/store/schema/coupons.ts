import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { serviceAccounts } from '#src/accounts/store/schema/service-accounts.ts'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { createdAt, id, instant, nameWords, partOf, reference } from '#src/core/db/columns.ts'
import { courses, products } from '#src/courses/store/schema/courses.ts'
import { schools } from '#src/schools/store/schema.ts'
import { entitlements } from './entitlements.ts'

/** A batch of codes made or imported together: an order. */
export const couponBatches = pgTable(
  'coupon_batches',
  {
    id: id(),
    /** The school that the codes are for; null for none. */
    schoolId: reference().references(() => schools.id, { onDelete: 'set null' }),
    /** Product of its codes; of an imported file with several, the one with the most codes. */
    productId: reference()
      .notNull()
      .references(() => products.id),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    /** The program that made it, instead of a staff user. */
    serviceAccountId: reference().references(() => serviceAccounts.id, { onDelete: 'set null' }),
    size: integer().notNull(),
    note: text().notNull().default(''),
    /** Name of the imported file; null for codes made here. */
    fileName: text(),
    /** Name of the seller; '' if the publisher sells the codes. */
    seller: text().notNull().default(''),
    createdAt: createdAt(),
  },
  /** For the staff search by words. */
  t => [index('coupon_batches_notes').using('gin', nameWords(t.note))],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A file of codes that staff uploaded and did not import yet. Kept for a day. */
export const codeUploads = pgTable(
  'code_uploads',
  {
    id: uuid().primaryKey(),
    staffId: partOf(() => staffUsers.id),
    fileName: text().notNull(),
    content: bytes().notNull(),
    createdAt: createdAt(),
  },
  t => [index('code_uploads_created_at').on(t.createdAt)],
)

/** Idempotency keys of calls that made a batch, for 24 hours: a call that is sent again gets the same batch. */
export const batchCalls = pgTable(
  'batch_calls',
  {
    /** `staff:7` or `service:3`. */
    caller: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of what was asked for. */
    askedHash: text().notNull(),
    batchId: reference().references(() => couponBatches.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.caller, t.key] }), index('batch_calls_created_at').on(t.createdAt)],
)

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
    /** When staff voided it: it cannot be used any more. Its uses stay. */
    voidedAt: instant(),
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
    /** For orders with uses left, or without. */
    index('coupons_left').on(t.batchId).where(sql`${t.used} < ${t.maxUsage} and ${t.voidedAt} is null`),
    index('coupons_started').on(t.id).where(sql`${t.used} > 0 and ${t.used} < ${t.maxUsage}`),
    /** For unused codes that expire soon. */
    index('coupons_unused').on(t.productId, t.expiresAt).where(sql`${t.used} < ${t.maxUsage}`),
    index('coupons_expiring').on(t.expiresAt).where(sql`${t.used} < ${t.maxUsage}`),
  ],
)

/** SQL for the uses that a code `k` had or may still have. */
export const CODE_SEATS = 'case when k.voided_at is null then k.max_usage else k.used end'

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

/**
 * Failed code attempts, so that staff can see why a person has no access. An unknown code is stored as its hash only. A
 * repeated attempt increments `count`, so that repeats stay one row.
 */
export const codeTries = pgTable(
  'code_tries',
  {
    id: id(),
    entitlementId: partOf(() => entitlements.id),
    codeHash: text().notNull(),
    /** Null for an unknown code. */
    couponId: reference().references(() => coupons.id, { onDelete: 'cascade' }),
    /** A status of the MAX family, or the reason of a refusal. */
    answer: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: createdAt(),
    lastAt: instant().notNull(),
  },
  t => [unique('code_tries_once').on(t.entitlementId, t.codeHash, t.answer), index('code_tries_last_at').on(t.lastAt)],
)
