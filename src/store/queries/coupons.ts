import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { CodeUse, Coupon } from '../../domain/access-code.ts'
import type { PersonKey } from '../../domain/person.ts'
import type { Queryable, Tx } from '../db.ts'
import { coupons, couponUses } from '../schema/coupons.ts'
import { enrollments } from '../schema/enrollments.ts'
import { people } from '../schema/people.ts'
import { products } from '../schema/products.ts'

const columns = {
  id: coupons.id,
  code: coupons.couponCode,
  productId: coupons.productId,
  productName: products.name,
  maxUsage: coupons.maxUsage,
  used: coupons.used,
  expiresAt: coupons.expiresAt,
}

/** The code with exactly this key; else the only code that looks alike, if there is exactly one (rules.md B4). */
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
  return first && (first.exact || !second) ? toCoupon(first) : null
}

export const lockCoupon = async (tx: Tx, id: number): Promise<Coupon | null> => {
  await tx.orm.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, id)).for('update')
  const [row] = await tx.orm
    .select(columns)
    .from(coupons)
    .innerJoin(products, eq(products.id, coupons.productId))
    .where(eq(coupons.id, id))
  return row ? toCoupon(row) : null
}

/** The uses of a code by who may be the same person. */
export const listUsesByPerson = async (db: Queryable, couponId: number, person: PersonKey): Promise<CodeUse[]> =>
  db.orm
    .select({
      id: couponUses.id,
      enrollmentId: couponUses.enrollmentId,
      personId: enrollments.personId,
      email: people.email,
      processedAt: enrollments.processedAt,
      voidedAt: couponUses.voidedAt,
      sameSchool: sql<boolean>`${people.consumerId} is not distinct from (select consumer_id from people where id = ${person.personId})`,
    })
    .from(couponUses)
    .innerJoin(enrollments, eq(enrollments.id, couponUses.enrollmentId))
    .innerJoin(people, eq(people.id, enrollments.personId))
    .where(
      and(
        eq(couponUses.couponId, couponId),
        or(
          eq(enrollments.personId, person.personId),
          person.email === null ? undefined : eq(people.email, person.email),
        ),
      ),
    )
    .orderBy(couponUses.id)

/** Takes one use of a code. False: none was left, and nothing changed. */
export const claimUse = async (tx: Tx, couponId: number): Promise<boolean> => {
  const rows = await tx.orm
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(and(eq(coupons.id, couponId), lt(coupons.used, coupons.maxUsage)))
    .returning({ id: coupons.id })
  return rows.length === 1
}

export const saveUse = async (tx: Tx, use: { coupon: Coupon; enrollmentId: number; now: Date }): Promise<void> => {
  await tx.orm.insert(couponUses).values({
    couponId: use.coupon.id,
    enrollmentId: use.enrollmentId,
    productId: use.coupon.productId,
    attachedAt: use.now,
  })
}

export const moveUse = async (tx: Tx, useId: number, enrollmentId: number, now: Date): Promise<void> => {
  await tx.orm.update(couponUses).set({ enrollmentId, attachedAt: now }).where(eq(couponUses.id, useId))
}

const toCoupon = (row: Coupon): Coupon => ({
  id: row.id,
  code: row.code,
  productId: row.productId,
  productName: row.productName,
  maxUsage: row.maxUsage,
  used: row.used,
  expiresAt: row.expiresAt,
})
