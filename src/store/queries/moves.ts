import { and, eq, isNotNull } from 'drizzle-orm'
import type { MovedFrom } from '../../domain/launch.ts'
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
