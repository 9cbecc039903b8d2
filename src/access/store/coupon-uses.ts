import { and, eq, inArray, isNull } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { PersonKey } from '#src/core/rules/person.ts'
import type { CodeUse } from '../rules/code-use.ts'
import type { EntitlementRef } from '../rules/entitlement.ts'
import { couponUses } from './schema/coupon-uses.ts'

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

export const saveUse = async (
  tx: Tx,
  { coupon, entitlementId, now }: { coupon: { id: number; productId: number }; entitlementId: number; now: Date },
): Promise<void> => {
  await tx.orm
    .insert(couponUses)
    .values({ couponId: coupon.id, entitlementId, productId: coupon.productId, attachedAt: now })
}

/** Moves a use to another row. It counts there even if it was voided before. */
export const moveUse = async (tx: Tx, useId: number, to: EntitlementRef, now: Date): Promise<void> => {
  await tx.orm
    .update(couponUses)
    .set({ entitlementId: to.id, attachedAt: now, voidedAt: null })
    .where(eq(couponUses.id, useId))
}

const heldBy = ({ id }: EntitlementRef) => eq(couponUses.entitlementId, id)

/** Deletes a use. The caller gives the use back to its code. */
export const deleteUse = async (tx: Tx, useId: number): Promise<void> => {
  await tx.orm.delete(couponUses).where(eq(couponUses.id, useId))
}

/**
 * Voids a row's live uses and returns their coupon ids. `used` is not decremented, so a voided code cannot be used
 * again.
 */
export const voidUses = async (tx: Tx, row: EntitlementRef, now: Date): Promise<number[]> => {
  const rows = await tx.orm
    .update(couponUses)
    .set({ voidedAt: now })
    .where(and(heldBy(row), isNull(couponUses.voidedAt)))
    .returning({ couponId: couponUses.couponId })
  return rows.map(r => r.couponId)
}

/** Restores voided uses of these coupons. */
export const restoreUses = async (tx: Tx, row: EntitlementRef, couponIds: number[]): Promise<void> => {
  if (couponIds.length === 0) return
  await tx.orm
    .update(couponUses)
    .set({ voidedAt: null })
    .where(and(heldBy(row), inArray(couponUses.couponId, couponIds)))
}

/** Returns the id of a row's use of a code, live or voided; null when there is none. */
export const findUseOf = async (db: Queryable, couponId: number, holder: EntitlementRef): Promise<number | null> => {
  const [row] = await db.orm
    .select({ id: couponUses.id })
    .from(couponUses)
    .where(and(eq(couponUses.couponId, couponId), heldBy(holder)))
  return row?.id ?? null
}
