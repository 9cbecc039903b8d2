import { SCHOOL_JOINS } from './course-columns.ts'

const NEVER_ACTIVATED = `not exists (select from course_products cp where cp.course_id = c.id)
  and not exists (select from activations a where a.course_id = c.id)`
const RECENT = "now() - interval '180 days'"

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
where ${NEVER_ACTIVATED} and came.at > ${RECENT}`

/**
 * SQL for the number of these courses, which every page of the back office shows. `offset 0` fixes the order: first the
 * few courses that were never activated, then the first recent person of each.
 */
export const COUNT_WAITING = `select count(*)::int
from (select c.id, c.created_at from courses c where ${NEVER_ACTIVATED} offset 0) c
where exists (select from enrollments e where e.course_id = c.id and e.created_at > ${RECENT} offset 0)
  or exists (select from memberships m where m.course_id = c.id and m.created_at > ${RECENT} offset 0)
  or c.created_at > ${RECENT} and exists (select from course_teachers t where t.course_id = c.id offset 0)`
