import { and, eq, inArray, isNull } from 'drizzle-orm'
import { mintReference, mintToken } from '#src/core/crypto.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { queryValues } from '#src/core/db/statements.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import type { Entitlement, EntitlementRef } from '../rules/entitlement.ts'
import { checkouts } from './schema/checkouts.ts'
import { couponUses } from './schema/coupons.ts'
import { entitlements } from './schema/entitlements.ts'

/**
 * Finds the courses of the same school and LMS by their context id, their name or its beginning; the first of these that
 * fits counts. At most two.
 */
export const listMoveTargets = queryValues<number, [courseId: number, typed: string]>(
  'course_move_targets',
  `with found as (
     select c.id, case when c.context_id = $2 then 1 when lower(${COURSE_NAME}) = lower($2) then 2 else 3 end as rank
     from courses f left join deployments fd on fd.id = f.deployment_id
       join courses c on c.school_id = f.school_id and c.consumer_id is not distinct from f.consumer_id
       left join deployments d on d.id = c.deployment_id
     where f.id = $1 and d.platform_id is not distinct from fd.platform_id
       and (c.context_id = $2 or starts_with(lower(${COURSE_NAME}), lower($2)))
   )
   select id as value from found where rank = (select min(rank) from found) order by id limit 2`,
)

export const findRowInCourse = async (
  db: Queryable,
  { personId, courseId }: { personId: number; courseId: number },
): Promise<EntitlementRef | null> => {
  const rows = db.orm.select({ id: entitlements.id }).from(entitlements)
  return (await rows.where(and(eq(entitlements.courseId, courseId), eq(entitlements.personId, personId))))[0] ?? null
}

/** Adds the row that the person's next launch of a course would add. Returns the one that exists. */
export const saveRowInCourse = async (tx: Tx, from: Entitlement, courseId: number): Promise<EntitlementRef> => {
  const { kind, personId, createdVia } = from
  const keys = { token: mintToken(kind === 'enrollment' ? 'e' : 'm'), sessionId: mintReference() }
  const added = tx.orm.insert(entitlements).values({ kind, personId, courseId, createdVia, ...keys })
  await added.onConflictDoNothing({ target: [entitlements.courseId, entitlements.personId] })
  return (await findRowInCourse(tx, { personId, courseId }))!
}

/** Moves the live uses of codes, and the payments, from one row of a person to another. */
export const moveCoverage = async (tx: Tx, from: EntitlementRef, to: EntitlementRef & { courseId: number }) => {
  const isLive = and(eq(couponUses.entitlementId, from.id), isNull(couponUses.voidedAt))
  await tx.orm.update(couponUses).set({ entitlementId: to.id }).where(isLive)
  const isPaid = and(eq(checkouts.entitlementId, from.id), inArray(checkouts.status, ['paid', 'flagged']))
  await tx.orm.update(checkouts).set({ entitlementId: to.id, courseId: to.courseId }).where(isPaid)
}
