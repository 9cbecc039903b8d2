import { and, eq, isNull } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { COURSE_NAME, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { MovedFrom } from '../rules/launch.ts'
import { movedEnrollments, moveSuggestions } from './schema.ts'

const moved = prepared<{ id: number }>(
  'moved_enrollment',
  `select e.id from people p join courses c on c.consumer_id = $1 and c.context_id = $2
     join entitlements e on e.course_id = c.id and e.person_id = p.id
   where p.consumer_id = $1 and p.lti_user_id = $3 and e.processed_at is not null`,
)

/** Returns the id of the person's LTI 1.1 enrollment with access in the same context; null when there is none. */
export const findMovedEnrollment = async (
  db: Queryable,
  { consumerId, contextId, ltiUserId }: MovedFrom,
): Promise<number | null> => (await moved(db, [consumerId, contextId, ltiUserId]))[0]?.id ?? null

/** Spends an old enrollment on a membership. Returns false if another membership has it already. */
export const spendEnrollment = async (
  tx: Tx,
  move: { fromId: number; toId: number; createdAt: Date },
): Promise<boolean> => {
  const table = movedEnrollments
  await tx.orm.insert(table).values(move).onConflictDoNothing()
  const [row] = await tx.orm.select().from(table).where(eq(table.fromId, move.fromId))
  return row?.toId === move.toId
}

/** Saves a suggestion for staff. Does nothing when the pair was suggested before. */
export const saveMoveSuggestion = async (
  tx: Tx,
  { now, ...suggestion }: { fromId: number; toId: number; reason: string; now: Date },
): Promise<void> => {
  await tx.orm
    .insert(moveSuggestions)
    .values({ ...suggestion, createdAt: now })
    .onConflictDoNothing()
}

interface MoveSuggestion {
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

const open = prepared<MoveSuggestion>(
  'move_suggestions_open',
  `select m.id, m.reason, m.created_at as "createdAt", p.name, p.email, old.token as "enrollmentToken", new.token as "membershipToken",
    ${COURSE_NAME} as course, s.name as school
  from move_suggestions m join entitlements old on old.id = m.from_id join entitlements new on new.id = m.to_id
    join people p on p.id = new.person_id join courses c on c.id = new.course_id ${SCHOOL_JOIN}
  where m.decided_at is null and new.processed_at is null order by m.id limit 500`,
)

/** Lists undecided people who may have paid before their school moved to LTI 1.3, oldest first. At most 500. */
export const listMoveSuggestions = (db: Queryable): Promise<MoveSuggestion[]> => open(db, [])

/** Saves the decision. Returns null when a colleague decided first. */
export const claimMoveDecision = async (
  tx: Tx,
  given: { id: number; accepted: boolean; staffId: number; now: Date },
): Promise<{ fromId: number; toId: number } | null> => {
  const [row] = await tx.orm
    .update(moveSuggestions)
    .set({ decidedAt: given.now, decidedBy: given.staffId, accepted: given.accepted })
    .where(and(eq(moveSuggestions.id, given.id), isNull(moveSuggestions.decidedAt)))
    .returning({ fromId: moveSuggestions.fromId, toId: moveSuggestions.toId })
  return row ?? null
}
