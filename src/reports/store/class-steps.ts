import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { ClassCounts } from '../rules/class-steps.ts'

const count = prepared<ClassCounts>(
  'class_steps',
  `select count(*) filter (where step = 'in')::int as "in", count(*) filter (where step = 'partly')::int as partly,
    count(*) filter (where step = 'agreed')::int as agreed, count(*) filter (where step = 'opened')::int as opened,
    count(*) filter (where step = 'ended')::int as ended, count(*) filter (where step = 'removed')::int as removed
  from (
    select case when e.processed_at is not null then 'in' when e.unprocessed_at is not null then 'removed'
      when e.access_ends_at is not null then 'ended'
      when exists (select from coupon_uses u where u.entitlement_id = e.id and u.voided_at is null) then 'partly'
      when e.agreed_at is not null then 'agreed' else 'opened' end as step
    from entitlements e where e.course_id = $1 and not e.is_test and e.role = 'learner'
      and not exists (select from course_teachers t where t.course_id = $1 and t.person_id = e.person_id)
  ) students`,
)

/** Counts the students of a course by step. */
export const countClass = async (db: Queryable, courseId: number): Promise<ClassCounts> =>
  (await count(db, [courseId]))[0]!
