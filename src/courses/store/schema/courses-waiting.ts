import { SCHOOL_JOINS } from './course-columns.ts'

/**
 * SQL for courses that were launched and never activated. Excludes courses whose products staff removed, and courses
 * nobody opened in the last 180 days.
 */
export const COURSES_WAITING = `
from courses c ${SCHOOL_JOINS}
cross join lateral (
  select count(*) filter (where learns)::int as students, max(at) as at from (
    select e.created_at as at, e.processed_at is null as learns from enrollments e where e.course_id = c.id
    union all select m.created_at, m.role = 'learner' and m.processed_at is null from memberships m where m.course_id = c.id
    union all select c.created_at, false from course_teachers t where t.course_id = c.id
  ) came
) came
where not exists (select from course_products cp where cp.course_id = c.id)
  and not exists (select from activations a where a.course_id = c.id)
  and came.at > now() - interval '180 days'`
