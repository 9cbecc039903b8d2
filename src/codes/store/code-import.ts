import { prepared, type Queryable } from '#src/core/db/db.ts'

interface NewCoupon {
  code: string
  key: string
  productId: number
  maxUsage: number
  expiresAt: Date | null
}

const insert = prepared<{ code_key: string }>(
  'coupons_insert',
  `insert into coupons (coupon_code, code_key, product_id, max_usage, expires_at, is_test, only_course_id, batch_id)
   select code, key, product, usage, ends, $6, $7, $8
   from unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::timestamptz[]) as t (code, key, product, usage, ends)
   on conflict (code_key) do nothing returning code_key`,
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
  return new Set(saved.map(row => row.code_key))
}

const known = prepared<{ code_key: string }>('coupons_known', 'select code_key from coupons where code_key = any($1)')

/** Returns those of the keys that exist. */
export const listKnownKeys = async (db: Queryable, keys: string[]): Promise<Set<string>> =>
  new Set(keys.length > 0 ? (await known(db, [keys])).map(row => row.code_key) : [])
