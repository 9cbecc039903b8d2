import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { COURSES_PARTED, SAME_LMS } from '#src/courses/store/schema/course-columns.ts'

const person = prepared<{ personId: number }>(
  'person_of_entitlement',
  'select person_id as "personId" from entitlements where id = $1',
)

export const findPersonOf = async (db: Queryable, entitlementId: number): Promise<number | null> =>
  (await person(db, [entitlementId]))[0]?.personId ?? null

/** SQL condition that a person `q` has a row in the same course of the LMS as course $1. */
const IN_COURSE = `exists (select from entitlements x join courses o on o.id = x.course_id join courses c on c.id = $1
    where x.person_id = q.id and o.one_course = c.one_course)`

/** People with one user id in one LMS, and with a row in the same course. Each part is found by the unique index of its connection. */
const samePeople = prepared<{ id: number }>(
  'same_people',
  `${SAME_LMS}
  select q.id from people p join people q on q.lti_user_id = p.lti_user_id
    and q.consumer_id in (select substring(connection from 2)::bigint from lms where connection like 'c%')
  where p.id = $2 and q.id <> p.id and ${IN_COURSE}
  union
  select q.id from people p join people q on q.lti_user_id = p.lti_user_id
    and q.platform_id in (select d.platform_id from deployments d where 'd' || d.id in (select connection from lms))
  where p.id = $2 and q.id <> p.id and ${IN_COURSE}
  order by 1`,
)

/** Lists the people with this person's user id in the connections that replace the one of a course, or that it replaces. */
export const listSamePeople = async (db: Queryable, courseId: number, personId: number): Promise<number[]> =>
  (await samePeople(db, [courseId, personId])).map(row => row.id)

const save = prepared<object>(
  'carried_row_saved',
  `insert into carried_rows (entitlement_id, other_id, was_in, created_at) values ($1, $2, $3, $4) on conflict do nothing
   returning entitlement_id`,
)

/** Saves that one row was linked with another. Keeps what the first time said, and returns whether this is the first. */
export const saveCarriedRow = async (
  tx: Tx,
  row: { entitlementId: number; otherId: number; wasIn: boolean; now: Date },
): Promise<boolean> => (await save(tx, [row.entitlementId, row.otherId, row.wasIn, row.now])).length > 0

const toCarry = prepared<{ courseId: number; entitlementId: number | null }>(
  'rows_to_carry',
  `select c.id as "courseId", e.id as "entitlementId" from lms_moves m join courses c on c.deployment_id = m.deployment_id
     left join entitlements e on e.course_id = c.id
   where m.deployment_id = $1 and m.state = 'replaces' order by c.id, e.id`,
)

/** Lists the courses of a deployment that replaces another connection, with the rows of their people. */
export const listRowsToCarry = (db: Queryable, deploymentId: number) => toCarry(db, [deploymentId])

const OF_DEPLOYMENT = 'select e.id from courses c join entitlements e on e.course_id = c.id where c.deployment_id = $1'

const toPart = prepared<{ id: number }>(
  'rows_to_part',
  `select id from (${OF_DEPLOYMENT}) own
   where exists (select from carried_rows r where r.entitlement_id = own.id and ${COURSES_PARTED}) order by id`,
)

/** Lists the rows of a deployment's people that are linked with rows of courses that were parted. */
export const listRowsToPart = async (db: Queryable, deploymentId: number): Promise<number[]> =>
  (await toPart(db, [deploymentId])).map(row => row.id)

const remove = prepared<{ id: number; wasIn: boolean }>(
  'carried_rows_deleted',
  `with removed as (delete from carried_rows r where $1 in (r.entitlement_id, r.other_id) and ${COURSES_PARTED} returning *)
   select e.id, coalesce(bool_or(r.was_in and e.processed_at <= r.created_at), false) as "wasIn"
   from removed r join entitlements e on e.id = r.entitlement_id group by e.id order by e.id`,
)

/**
 * Deletes the links of a row whose courses were parted. Returns it and the other rows, and whether they have had access
 * since before they were linked.
 */
export const deleteCarriedRows = (tx: Tx, entitlementId: number): Promise<{ id: number; wasIn: boolean }[]> =>
  remove(tx, [entitlementId])
