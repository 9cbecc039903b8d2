import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { enrollments } from '#src/access/store/schema/enrollments.ts'
import { people } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { COURSE_NAME, deploymentSchool } from '#src/courses/store/schema/course-columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import type { MovedFrom } from '../rules/launch.ts'
import { moveSuggestions } from './schema/move-suggestions.ts'

/** Returns the id of the person's processed LTI 1.1 enrollment in the same context; null when there is none. */
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

/** Saves a suggestion for staff. Does nothing when the pair was suggested before. */
export const saveMoveSuggestion = async (
  tx: Tx,
  { now, ...suggestion }: { enrollmentId: number; membershipId: number; reason: string; now: Date },
): Promise<void> => {
  await tx.orm
    .insert(moveSuggestions)
    .values({ ...suggestion, createdAt: now })
    .onConflictDoNothing()
}

export interface MoveSuggestion {
  id: number
  reason: string
  createdAt: Date
  name: string | null
  email: string | null
  enrollmentToken: string
  membershipToken: string
  course: string
  school: string
}

const open = prepared<{
  id: number
  reason: string
  created_at: Date
  name: string | null
  email: string | null
  enrollment_token: string
  membership_token: string
  course: string
  school: string
}>(
  'move_suggestions_open',
  `select s.id, s.reason, s.created_at, p.name, p.email, e.token as enrollment_token, m.token as membership_token,
    ${COURSE_NAME} as course, ${deploymentSchool()} as school
  from move_suggestions s join enrollments e on e.id = s.enrollment_id join memberships m on m.id = s.membership_id
    join people p on p.id = m.person_id join courses c on c.id = m.course_id
    join deployments d on d.id = c.deployment_id join platforms f on f.id = d.platform_id
  where s.decided_at is null order by s.id limit 500`,
)

/** Lists undecided suggestions, oldest first. At most 500. */
export const listMoveSuggestions = async (db: Queryable): Promise<MoveSuggestion[]> =>
  (await open(db, [])).map(r => ({
    id: r.id,
    reason: r.reason,
    createdAt: r.created_at,
    name: r.name,
    email: r.email,
    enrollmentToken: r.enrollment_token,
    membershipToken: r.membership_token,
    course: r.course,
    school: r.school,
  }))

/** Saves the decision. Returns null when a colleague decided first. */
export const claimMoveDecision = async (
  tx: Tx,
  given: { id: number; accepted: boolean; staffId: number; now: Date },
): Promise<{ enrollmentId: number; membershipId: number } | null> => {
  const [row] = await tx.orm
    .update(moveSuggestions)
    .set({ decidedAt: given.now, decidedBy: given.staffId, accepted: given.accepted })
    .where(and(eq(moveSuggestions.id, given.id), isNull(moveSuggestions.decidedAt)))
    .returning({ enrollmentId: moveSuggestions.enrollmentId, membershipId: moveSuggestions.membershipId })
  return row ?? null
}
