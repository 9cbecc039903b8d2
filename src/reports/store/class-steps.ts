import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { ClassCounts } from '../rules/class-steps.ts'

const PROGRESS = 'x.processed_at, x.unprocessed_at, x.access_ends_at, x.agreed_at'

/** Students of course $1, each with a product covered or not. */
const STUDENTS = `
  select ${PROGRESS}, exists (select from coupon_uses u where u.enrollment_id = x.id and u.voided_at is null) as has_code
  from enrollments x where x.course_id = $1 and not x.is_test
    and not exists (select from course_teachers t where t.course_id = $1 and t.person_id = x.person_id)
  union all
  select ${PROGRESS}, exists (select from coupon_uses u where u.membership_id = x.id and u.voided_at is null)
  from memberships x where x.course_id = $1 and not x.is_test and x.role = 'learner'`

const count = prepared<ClassCounts>(
  'class_steps',
  `select count(*) filter (where step = 'in')::int as "in", count(*) filter (where step = 'partly')::int as partly,
    count(*) filter (where step = 'agreed')::int as agreed, count(*) filter (where step = 'opened')::int as opened,
    count(*) filter (where step = 'ended')::int as ended, count(*) filter (where step = 'removed')::int as removed
  from (select case when processed_at is not null then 'in' when unprocessed_at is not null then 'removed'
      when access_ends_at is not null then 'ended' when has_code then 'partly' when agreed_at is not null then 'agreed'
      else 'opened' end as step from (${STUDENTS}) students) steps`,
)

/** Counts the students of a course by step. */
export const countClass = async (db: Queryable, courseId: number): Promise<ClassCounts> =>
  (await count(db, [courseId]))[0]!
