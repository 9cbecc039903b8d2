import { queryHasRow, queryRows, queryValue, queryValues } from '#src/core/db/statements.ts'
import { COURSES_PARTED, SAME_LMS } from '#src/courses/store/schema/course-columns.ts'

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

/**
 * Deletes the links of a row whose courses were parted. Returns it and the other rows, and whether they have had access
 * since before they were linked.
 */
export const deleteCarriedRows = queryRows<{ id: number; wasIn: boolean }, [entitlementId: number]>(
  'carried_rows_deleted',
  `with removed as (delete from carried_rows r where $1 in (r.entitlement_id, r.other_id) and ${COURSES_PARTED} returning *)
   select e.id, coalesce(bool_or(r.was_in and e.processed_at <= r.created_at), false) as "wasIn"
   from removed r join entitlements e on e.id = r.entitlement_id group by e.id order by e.id`,
)
