import { and, eq, inArray, isNull } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { PersonKey } from '#src/core/rules/person.ts'
import type { CodeUse } from '../rules/code-use.ts'
import type { Subject, SubjectKind } from '../rules/entitlement.ts'
import { couponUses } from './schema/coupon-uses.ts'

const usesByPerson = prepared<{
  id: number
  kind: SubjectKind
  subject_id: number
  person_id: number
  email: string | null
  processed_at: Date | null
  voided_at: Date | null
  same_school: boolean
}>(
  'uses_by_person',
  `select u.id, case when u.enrollment_id is null then 'membership' else 'enrollment' end as kind,
    coalesce(u.enrollment_id, u.membership_id) as subject_id, p.id as person_id, p.email,
    coalesce(e.processed_at, m.processed_at) as processed_at, u.voided_at,
    (p.consumer_id, p.platform_id) is not distinct from (me.consumer_id, me.platform_id) as same_school
  from coupon_uses u left join enrollments e on e.id = u.enrollment_id left join memberships m on m.id = u.membership_id
  join people p on p.id = coalesce(e.person_id, m.person_id) join people me on me.id = $2
  where u.coupon_id = $1 and (p.id = $2 or p.email = $3) order by u.id`,
)

/** Lists uses of a code by this person or by anyone with the same email, in enrollments and memberships. */
export const listUsesByPerson = async (db: Queryable, couponId: number, person: PersonKey): Promise<CodeUse[]> =>
  (await usesByPerson(db, [couponId, person.personId, person.email])).map(row => ({
    id: row.id,
    subject: { kind: row.kind, id: row.subject_id },
    personId: row.person_id,
    email: row.email,
    processedAt: row.processed_at,
    voidedAt: row.voided_at,
    sameSchool: row.same_school,
  }))

/** Column values that assign a use to a subject. */
const holder = ({ kind, id }: Subject) =>
  kind === 'enrollment' ? { enrollmentId: id, membershipId: null } : { enrollmentId: null, membershipId: id }

export const saveUse = async (
  tx: Tx,
  use: { coupon: { id: number; productId: number }; subject: Subject; now: Date },
): Promise<void> => {
  await tx.orm.insert(couponUses).values({
    couponId: use.coupon.id,
    ...holder(use.subject),
    productId: use.coupon.productId,
    attachedAt: use.now,
  })
}

/** Moves a use to another subject. It counts there even if it was voided before. */
export const moveUse = async (tx: Tx, useId: number, to: Subject, now: Date): Promise<void> => {
  await tx.orm
    .update(couponUses)
    .set({ ...holder(to), attachedAt: now, voidedAt: null })
    .where(eq(couponUses.id, useId))
}

const heldBy = ({ kind, id }: Subject) =>
  eq(kind === 'enrollment' ? couponUses.enrollmentId : couponUses.membershipId, id)

/** Deletes a use. The caller gives the use back to its code. */
export const deleteUse = async (tx: Tx, useId: number): Promise<void> => {
  await tx.orm.delete(couponUses).where(eq(couponUses.id, useId))
}

/**
 * Voids a subject's live uses and returns their coupon ids. `used` is not decremented, so a voided code cannot be used
 * again.
 */
export const voidUses = async (tx: Tx, subject: Subject, now: Date): Promise<number[]> => {
  const rows = await tx.orm
    .update(couponUses)
    .set({ voidedAt: now })
    .where(and(heldBy(subject), isNull(couponUses.voidedAt)))
    .returning({ couponId: couponUses.couponId })
  return rows.map(r => r.couponId)
}

/** Restores voided uses of these coupons. */
export const restoreUses = async (tx: Tx, subject: Subject, couponIds: number[]): Promise<void> => {
  if (couponIds.length === 0) return
  await tx.orm
    .update(couponUses)
    .set({ voidedAt: null })
    .where(and(heldBy(subject), inArray(couponUses.couponId, couponIds)))
}

/** Returns the id of a subject's use of a code, live or voided; null when there is none. */
export const findUseOf = async (db: Queryable, couponId: number, subject: Subject): Promise<number | null> => {
  const [row] = await db.orm
    .select({ id: couponUses.id })
    .from(couponUses)
    .where(and(eq(couponUses.couponId, couponId), heldBy(subject)))
  return row?.id ?? null
}
