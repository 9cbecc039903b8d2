import { eq } from 'drizzle-orm'
import type { Tx } from '#src/core/db/db.ts'
import { execute, queryRow, queryRows, queryValue } from '#src/core/db/statements.ts'
import { COURSE_NAME, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import { movedEnrollments } from './schema.ts'

/** Returns the id of the person's LTI 1.1 enrollment with access in the same context; null when there is none. */
export const findMovedEnrollment = queryValue<number, [consumerId: number, contextId: string, ltiUserId: string]>(
  'moved_enrollment',
  `select e.id as value from people p join courses c on c.consumer_id = $1 and c.context_id = $2
     join entitlements e on e.course_id = c.id and e.person_id = p.id
   where p.consumer_id = $1 and p.lti_user_id = $3 and e.processed_at is not null`,
)

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
export const saveMoveSuggestion = execute<[fromId: number, toId: number, reason: string, now: Date]>(
  'move_suggested',
  'insert into move_suggestions (from_id, to_id, reason, created_at) values ($1, $2, $3, $4) on conflict do nothing',
)

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

/** Lists undecided people who may have paid before their school moved to LTI 1.3, oldest first. At most 500. */
export const listMoveSuggestions = queryRows<MoveSuggestion>(
  'move_suggestions_open',
  `select m.id, m.reason, m.created_at as "createdAt", p.name, p.email, old.token as "enrollmentToken", new.token as "membershipToken",
    ${COURSE_NAME} as course, s.name as school
  from move_suggestions m join entitlements old on old.id = m.from_id join entitlements new on new.id = m.to_id
    join people p on p.id = new.person_id join courses c on c.id = new.course_id ${SCHOOL_JOIN}
  where m.decided_at is null and new.processed_at is null order by m.id limit 500`,
)

/** Saves the decision. Returns null when a colleague decided first. */
export const claimMoveDecision = queryRow<
  { fromId: number; toId: number },
  [id: number, accepted: boolean, staffId: number, now: Date]
>(
  'move_decided',
  `update move_suggestions set accepted = $2, decided_by = $3, decided_at = $4 where id = $1 and decided_at is null
   returning from_id as "fromId", to_id as "toId"`,
)
