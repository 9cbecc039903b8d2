import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { products } from '#src/courses/store/schema/products.ts'
import type { Coupon } from '../rules/access-code.ts'
import { coupons } from './schema/coupons.ts'

const columns = {
  id: coupons.id,
  code: coupons.couponCode,
  productId: coupons.productId,
  productName: products.name,
  maxUsage: coupons.maxUsage,
  used: coupons.used,
  expiresAt: coupons.expiresAt,
  onlyCourseId: coupons.onlyCourseId,
}

/**
 * Finds the code with exactly this key, or else the only code that looks alike. Returns null when several look alike
 * (docs/rules/access-codes.md).
 */
export const findCoupon = async (db: Queryable, key: string, lookAlike: string): Promise<Coupon | null> => {
  const exact = sql<boolean>`${coupons.codeKey} = ${key}`
  const rows = await db.orm
    .select({ ...columns, exact })
    .from(coupons)
    .innerJoin(products, eq(products.id, coupons.productId))
    .where(or(eq(coupons.codeKey, key), eq(coupons.lookAlikeKey, lookAlike)))
    .orderBy(desc(exact))
    .limit(2)
  const [first, second] = rows
  return first && (first.exact || !second) ? first : null
}

export const lockCoupon = async (tx: Tx, id: number): Promise<Coupon | null> => {
  await tx.orm.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, id)).for('update')
  const [row] = await tx.orm
    .select(columns)
    .from(coupons)
    .innerJoin(products, eq(products.id, coupons.productId))
    .where(eq(coupons.id, id))
  return row ?? null
}

/** Returns those of the keys whose code has uses left. */
export const listKeysWithUsesLeft = async (db: Queryable, keys: string[]): Promise<string[]> => {
  const rows = await db.orm
    .select({ key: coupons.codeKey })
    .from(coupons)
    .where(and(inArray(coupons.codeKey, keys), lt(coupons.used, coupons.maxUsage)))
  return rows.map(r => r.key)
}

/** Takes one use of a code. Returns false, changing nothing, when no use is left. */
export const claimUse = async (tx: Tx, couponId: number): Promise<boolean> => {
  const rows = await tx.orm
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(and(eq(coupons.id, couponId), lt(coupons.used, coupons.maxUsage)))
    .returning({ id: coupons.id })
  return rows.length === 1
}

export const saveCoupon = async (
  tx: Tx,
  id: number,
  change: { maxUsage: number; expiresAt: Date | null },
  now: Date,
): Promise<void> => {
  await tx.orm
    .update(coupons)
    .set({ ...change, updatedAt: now })
    .where(eq(coupons.id, id))
}

/** Gives a deleted use back, so that the code can be used once more. */
export const giveUseBack = async (tx: Tx, couponId: number, now: Date): Promise<void> => {
  await tx.orm
    .update(coupons)
    .set({ used: sql`${coupons.used} - 1`, updatedAt: now })
    .where(eq(coupons.id, couponId))
}

interface NewCoupon {
  code: string
  key: string
  productId: number
  maxUsage: number
  expiresAt: Date | null
}

const insert = prepared<{ key: string }>(
  'coupons_insert',
  `insert into coupons (coupon_code, code_key, product_id, max_usage, expires_at, is_test, only_course_id, batch_id)
   select code, key, product, usage, ends, $6, $7, $8
   from unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::timestamptz[]) as t (code, key, product, usage, ends)
   on conflict (code_key) do nothing returning code_key as key`,
)

/** Inserts many codes in one statement. Returns the keys of those that did not exist before. */
export const saveCoupons = async (
  db: Queryable,
  rows: NewCoupon[],
  more: { isTest?: boolean; onlyCourseId?: number; batchId?: number } = {},
): Promise<Set<string>> => {
  const saved = await insert(db, [
    rows.map(r => r.code),
    rows.map(r => r.key),
    rows.map(r => r.productId),
    rows.map(r => r.maxUsage),
    rows.map(r => r.expiresAt),
    more.isTest ?? false,
    more.onlyCourseId ?? null,
    more.batchId ?? null,
  ])
  return new Set(saved.map(row => row.key))
}

const known = prepared<{ key: string }>('coupons_known', 'select code_key as key from coupons where code_key = any($1)')

/** Returns those of the keys that exist. */
export const listKnownKeys = async (db: Queryable, keys: string[]): Promise<Set<string>> =>
  new Set(keys.length > 0 ? (await known(db, [keys])).map(row => row.key) : [])
