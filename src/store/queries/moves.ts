import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { MovedFrom } from '../../domain/launch.ts'
import type { MoveSuggestion } from '../../domain/move.ts'
import type { Queryable, Tx } from '../db.ts'
import { courses } from '../schema/courses.ts'
import { enrollments } from '../schema/enrollments.ts'
import { moveSuggestions } from '../schema/moves.ts'
import { people } from '../schema/people.ts'

/** The processed enrollment that a person had in the same context by LTI 1.1. */
export const findMovedEnrollment = async (db: Queryable, moved: MovedFrom): Promise<number | null> => {
  const [row] = await db.orm
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(people, eq(people.id, enrollments.personId))
    .where(
      and(
        eq(courses.consumerId, moved.consumerId),
        eq(courses.contextId, moved.contextId),
        eq(people.ltiUserId, moved.ltiUserId),
        isNotNull(enrollments.processedAt),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

/** Asks staff, once. */
export const saveMoveSuggestion = async (
  tx: Tx,
  { now, ...suggestion }: { enrollmentId: number; membershipId: number; reason: string; now: Date },
): Promise<void> => {
  await tx.orm
    .insert(moveSuggestions)
    .values({ ...suggestion, createdAt: now })
    .onConflictDoNothing()
}

const open = `select s.id, s.enrollment_id, s.membership_id, s.reason, s.created_at, p.name, p.email, c.title as context_title, c.context_id
  from move_suggestions s join memberships m on m.id = s.membership_id join people p on p.id = m.person_id join courses c on c.id = m.course_id
  where s.decided_at is null`

/** What staff have to decide, oldest first. */
export const listMoveSuggestions = async (db: Queryable): Promise<MoveSuggestion[]> => {
  const { rows } = await db.client.query(`${open} order by s.id limit 200`)
  return rows.map(row => ({
    id: row.id,
    enrollmentId: row.enrollment_id,
    membershipId: row.membership_id,
    reason: row.reason,
    createdAt: row.created_at,
    name: row.name,
    email: row.email,
    contextId: row.context_id,
    contextTitle: row.context_title,
  }))
}

/** Decides a suggestion, once. Null: there is none, or it is decided. */
export const claimMoveSuggestion = async (
  tx: Tx,
  { id, accepted, by, now }: { id: number; accepted: boolean; by: number; now: Date },
): Promise<{ enrollmentId: number; membershipId: number } | null> => {
  const { enrollmentId, membershipId } = moveSuggestions
  const [row] = await tx.orm
    .update(moveSuggestions)
    .set({ accepted, decidedBy: by, decidedAt: now })
    .where(and(eq(moveSuggestions.id, id), isNull(moveSuggestions.decidedAt)))
    .returning({ enrollmentId, membershipId })
  return row ?? null
}
