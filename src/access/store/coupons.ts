import { and, asc, eq, inArray, isNull, lt, max, or, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { codesTyped } from '#src/core/rules/normalize.ts'
import type { PersonKey } from '#src/core/rules/person.ts'
import { products } from '#src/courses/store/schema/courses.ts'
import { type AttemptOutcome, type CodeUse, type Coupon, codeKey, lookAlikeKey } from '../rules/access-code.ts'
import type { ImportRow } from '../rules/code-imports.ts'
import type { EntitlementRef } from '../rules/entitlement.ts'
import { codeTries, coupons, couponUses } from './schema/coupons.ts'

const columns = {
  id: coupons.id,
  code: coupons.couponCode,
  productId: coupons.productId,
  productName: products.name,
  maxUsage: coupons.maxUsage,
  used: coupons.used,
  expiresAt: coupons.expiresAt,
  voidedAt: coupons.voidedAt,
  onlyCourseId: coupons.onlyCourseId,
}

/**
 * Finds the code that was typed, or else the only code that looks alike. Returns null when several look alike
 * (docs/rules/access-codes.md).
 */
export const findCoupon = async (db: Queryable, typed: string): Promise<Coupon | null> => {
  const keys = codesTyped(typed)
  const place = sql<number | null>`array_position(${sql.param(keys)}::text[], ${coupons.codeKey})`
  const all = db.orm
    .select({ ...columns, place })
    .from(coupons)
    .innerJoin(products, eq(products.id, coupons.productId))
  const isLike = or(inArray(coupons.codeKey, keys), inArray(coupons.lookAlikeKey, keys.map(lookAlikeKey)))
  const [first, second] = await all.where(isLike).orderBy(asc(place)).limit(2)
  return first && (first.place !== null || !second) ? first : null
}

export const lockCoupon = async (tx: Tx, id: number): Promise<Coupon | null> => {
  await tx.orm.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, id)).for('update')
  const all = tx.orm.select(columns).from(coupons).innerJoin(products, eq(products.id, coupons.productId))
  return (await all.where(eq(coupons.id, id)))[0] ?? null
}

export const listKeysWithUsesLeft = async (db: Queryable, keys: string[]): Promise<string[]> => {
  const hasUsesLeft = and(inArray(coupons.codeKey, keys), lt(coupons.used, coupons.maxUsage))
  return (await db.orm.select({ key: coupons.codeKey }).from(coupons).where(hasUsesLeft)).map(row => row.key)
}

/** Takes one use of a code. Returns false, changing nothing, when no use is left. */
export const claimUse = async (tx: Tx, couponId: number): Promise<boolean> => {
  const hasOne = and(eq(coupons.id, couponId), lt(coupons.used, coupons.maxUsage))
  const used = sql`${coupons.used} + 1`
  return (await tx.orm.update(coupons).set({ used }).where(hasOne)).rowCount === 1
}

type CouponChange = Pick<typeof coupons.$inferSelect, 'maxUsage' | 'expiresAt' | 'voidedAt'>

export const saveCoupon = async (tx: Tx, id: number, change: CouponChange, now: Date): Promise<void> => {
  const changed = tx.orm.update(coupons).set({ ...change, updatedAt: now })
  await changed.where(eq(coupons.id, id))
}

/** A code by its number, or all of a batch. */
export type WhichCodes = { id: number } | { batchId: number }

/** Codes that a void or a new end concerns: those with uses left that are not void. */
const isOpen = (which: WhichCodes) =>
  and(
    'id' in which ? eq(coupons.id, which.id) : eq(coupons.batchId, which.batchId),
    lt(coupons.used, coupons.maxUsage),
    isNull(coupons.voidedAt),
  )

/** Voids codes with uses left, or gives them a new end. Returns their number. */
export const saveOpen = async (
  tx: Tx,
  which: WhichCodes,
  change: { voidedAt: Date } | { expiresAt: Date | null },
  now: Date,
): Promise<number> => {
  const changed = tx.orm.update(coupons).set({ ...change, updatedAt: now })
  return (await changed.where(isOpen(which))).rowCount ?? 0
}

const isOfVoid = (batchId: number, at: Date) =>
  and(eq(coupons.batchId, batchId), eq(coupons.voidedAt, at), eq(coupons.updatedAt, at))

/** Returns when codes of a batch were last voided, and how many of them nobody has touched since. Locks these. */
export const lockLastVoided = async (tx: Tx, batchId: number): Promise<{ codes: number; voidedAt: Date } | null> => {
  const times = tx.orm.select({ at: max(coupons.voidedAt) }).from(coupons)
  const [last] = await times.where(eq(coupons.batchId, batchId))
  if (!last?.at) return null
  const rows = await tx.orm.select({ id: coupons.id }).from(coupons).where(isOfVoid(batchId, last.at)).for('update')
  return { codes: rows.length, voidedAt: last.at }
}

/** Makes the codes valid again that were voided together. */
export const saveValid = async (tx: Tx, batchId: number, at: Date, now: Date): Promise<void> => {
  await tx.orm.update(coupons).set({ voidedAt: null, updatedAt: now }).where(isOfVoid(batchId, at))
}

type NewCoupon = Pick<ImportRow, 'code' | 'productId' | 'maxUsage' | 'expiresAt'>

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
    rows.map(r => codeKey(r.code)),
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

export const listKnownKeys = async (db: Queryable, keys: string[]): Promise<Set<string>> =>
  new Set(keys.length > 0 ? (await known(db, [keys])).map(row => row.key) : [])

const usesByPerson = prepared<CodeUse>(
  'uses_by_person',
  `select u.id, u.entitlement_id as "entitlementId", p.id as "personId", p.email,
    e.processed_at as "processedAt", u.voided_at as "voidedAt",
    (p.consumer_id, p.platform_id) is not distinct from (me.consumer_id, me.platform_id) as "sameSchool"
  from coupon_uses u join entitlements e on e.id = u.entitlement_id join people p on p.id = e.person_id
  join people me on me.id = $2
  where u.coupon_id = $1 and (p.id = $2 or p.email = $3) order by u.id`,
)

/** Lists uses of a code by this person or by anyone with the same email. */
export const listUsesByPerson = (db: Queryable, couponId: number, person: PersonKey): Promise<CodeUse[]> =>
  usesByPerson(db, [couponId, person.personId, person.email])

export const saveUse = async (tx: Tx, use: typeof couponUses.$inferInsert): Promise<void> => {
  await tx.orm.insert(couponUses).values(use)
}

/** Moves a use to another row. It counts there even if it was voided before. */
export const moveUse = async (tx: Tx, useId: number, to: EntitlementRef, now: Date): Promise<void> => {
  const moved = { entitlementId: to.id, attachedAt: now, voidedAt: null }
  await tx.orm.update(couponUses).set(moved).where(eq(couponUses.id, useId))
}

const moveOpen = prepared<{ code: string; fromId: number }>(
  'open_uses_moved',
  `with found as (
     select distinct on (u.product_id) u.id, u.entitlement_id from coupon_uses u join entitlements e on e.id = u.entitlement_id
     where u.entitlement_id = any($2) and e.processed_at is null and u.voided_at is null and not exists (
       select from coupon_uses x where x.entitlement_id = $1 and (x.coupon_id = u.coupon_id or (x.product_id = u.product_id and x.voided_at is null)))
     order by u.product_id, u.id
   )
   update coupon_uses u set entitlement_id = $1 from found, coupons k where u.id = found.id and k.id = u.coupon_id
   returning k.coupon_code as code, found.entitlement_id as "fromId"`,
)

/** Moves live uses of rows without access to another row of the person, one for each product that has none there. */
export const moveOpenUses = (tx: Tx, to: EntitlementRef, from: number[]): Promise<{ code: string; fromId: number }[]> =>
  moveOpen(tx, [to.id, from])

const heldBy = ({ id }: EntitlementRef) => eq(couponUses.entitlementId, id)

/** Deletes a use and gives it back to its code, which can be used once more. */
export const deleteUse = async (tx: Tx, useId: number, couponId: number, now: Date): Promise<void> => {
  await tx.orm.delete(couponUses).where(eq(couponUses.id, useId))
  const used = sql`${coupons.used} - 1`
  await tx.orm.update(coupons).set({ used, updatedAt: now }).where(eq(coupons.id, couponId))
}

/**
 * Voids a row's live uses and returns their coupon ids. `used` is not decremented, so a voided code cannot be used
 * again.
 */
export const voidUses = async (tx: Tx, row: EntitlementRef, now: Date): Promise<number[]> => {
  const isLive = and(heldBy(row), isNull(couponUses.voidedAt))
  return (await tx.orm.update(couponUses).set({ voidedAt: now }).where(isLive).returning()).map(use => use.couponId)
}

export const restoreUses = async (tx: Tx, row: EntitlementRef, couponIds: number[]): Promise<void> => {
  const isOfThese = and(heldBy(row), inArray(couponUses.couponId, couponIds))
  await tx.orm.update(couponUses).set({ voidedAt: null }).where(isOfThese)
}

/** Returns the id of a row's use of a code, live or voided; null when there is none. */
export const findUseOf = async (db: Queryable, couponId: number, holder: EntitlementRef): Promise<number | null> => {
  const isIt = and(eq(couponUses.couponId, couponId), heldBy(holder))
  return (await db.orm.select().from(couponUses).where(isIt))[0]?.id ?? null
}

const save = prepared(
  'code_try',
  `insert into code_tries (entitlement_id, code_hash, coupon_id, answer, first_at, last_at) values ($1, $2, $3, $4, $5, $5)
   on conflict (entitlement_id, code_hash, answer) do update set count = code_tries.count + 1, last_at = excluded.last_at`,
)

/** Records a failed code attempt. Repeating the same attempt increments its count. */
export const saveFailedCodeAttempt = async (
  tx: Tx,
  attempt: { entitlementId: number; codeHash: string; couponId: number | null; outcome: AttemptOutcome; now: Date },
): Promise<void> => {
  const { entitlementId, codeHash, couponId, outcome, now } = attempt
  await save(tx, [entitlementId, codeHash, couponId, outcome, now])
}

export const deleteOldCodeAttempts = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(codeTries).where(lt(codeTries.lastAt, before))
}
