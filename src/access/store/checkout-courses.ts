import { prepared, type Queryable } from '#src/core/db/db.ts'

const FILLED_AT_ONCE = 1000

const fill = prepared(
  'checkouts_fill_course',
  `update checkouts x set course_id = coalesce(
     (select e.course_id from enrollments e where e.id = x.enrollment_id), (select m.course_id from memberships m where m.id = x.membership_id))
   where id in (select id from checkouts where course_id is null order by id limit ${FILLED_AT_ONCE} for update skip locked)
   returning id`,
)

/** Fills the course of up to a thousand checkouts that have none. Returns true if there may be more. */
export const fillCheckoutCourses = async (db: Queryable): Promise<boolean> =>
  (await fill(db, [])).length === FILLED_AT_ONCE
