import { execute, queryHasRow, queryRow, queryRows, queryValue, queryValues } from '#src/core/db/statements.ts'
import { COURSE_NAME, COURSES_PARTED, SAME_LMS, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'

/** Returns the id of the person's LTI 1.1 enrollment with access in the same context; null when there is none. */
export const findMovedEnrollment = queryValue<number, [consumerId: number, contextId: string, ltiUserId: string]>(
  'moved_enrollment',
  `select e.id as value from people p join courses c on c.consumer_id = $1 and c.context_id = $2
     join entitlements e on e.course_id = c.id and e.person_id = p.id
   where p.consumer_id = $1 and p.lti_user_id = $3 and e.processed_at is not null`,
)

/** Claims an old enrollment for one membership. Idempotent; returns false if another membership has claimed it. */
export const claimEnrollment = queryHasRow<[fromId: number, toId: number, now: Date]>(
  'moved_enrollment_spent',
  `insert into moved_enrollments as m (from_id, to_id, created_at) values ($1, $2, $3)
   on conflict (from_id) do update set to_id = m.to_id where m.to_id = excluded.to_id returning from_id`,
)

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

export const findPersonOf = queryValue<number, [entitlementId: number]>(
  'person_of_entitlement',
  'select person_id as value from entitlements where id = $1',
)

/** SQL condition that a person `q` has a row in the same course of the LMS as course $1. */
const IN_COURSE = `exists (select from entitlements x join courses o on o.id = x.course_id join courses c on c.id = $1
    where x.person_id = q.id and o.one_course = c.one_course)`

/**
 * Lists the people with the user id of person $2 in the connections that replace the one of course $1, or that it replaces,
 * and with a row in the same course. Each part is found by the unique index of its connection.
 */
export const listSamePeople = queryValues<number, [courseId: number, personId: number]>(
  'same_people',
  `${SAME_LMS}
  select q.id as value from people p join people q on q.lti_user_id = p.lti_user_id
    and q.consumer_id in (select substring(connection from 2)::bigint from lms where connection like 'c%')
  where p.id = $2 and q.id <> p.id and ${IN_COURSE}
  union
  select q.id from people p join people q on q.lti_user_id = p.lti_user_id
    and q.platform_id in (select d.platform_id from deployments d where 'd' || d.id in (select connection from lms))
  where p.id = $2 and q.id <> p.id and ${IN_COURSE}
  order by 1`,
)

/** Saves that one row was linked with another. Keeps what the first time said, and returns whether this is the first. */
export const saveCarriedRow = queryHasRow<[entitlementId: number, otherId: number, wasIn: boolean, now: Date]>(
  'carried_row_saved',
  `insert into carried_rows (entitlement_id, other_id, was_in, created_at) values ($1, $2, $3, $4) on conflict do nothing
   returning entitlement_id`,
)

/** Lists the courses of a deployment that replaces another connection, with the rows of their people. */
export const listRowsToCarry = queryRows<{ courseId: number; entitlementId: number | null }, [deploymentId: number]>(
  'rows_to_carry',
  `select c.id as "courseId", e.id as "entitlementId" from lms_moves m join courses c on c.deployment_id = m.deployment_id
     left join entitlements e on e.course_id = c.id
   where m.deployment_id = $1 and m.state = 'replaces' order by c.id, e.id`,
)

const OF_DEPLOYMENT = 'select e.id from courses c join entitlements e on e.course_id = c.id where c.deployment_id = $1'

/** Lists the rows of a deployment's people that are linked with rows of courses that were parted. */
export const listRowsToPart = queryValues<number, [deploymentId: number]>(
  'rows_to_part',
  `select id as value from (${OF_DEPLOYMENT}) own
   where exists (select from carried_rows r where r.entitlement_id = own.id and ${COURSES_PARTED}) order by id`,
)

/** Deletes the links of a row whose courses were parted. Returns all rows, and whether each had access before it. */
export const deleteCarriedRows = queryRows<{ id: number; wasIn: boolean }, [entitlementId: number]>(
  'carried_rows_deleted',
  `with removed as (delete from carried_rows r where $1 in (r.entitlement_id, r.other_id) and ${COURSES_PARTED} returning *)
   select e.id, coalesce(bool_or(r.was_in and e.processed_at <= r.created_at), false) as "wasIn"
   from removed r join entitlements e on e.id = r.entitlement_id group by e.id order by e.id`,
)
