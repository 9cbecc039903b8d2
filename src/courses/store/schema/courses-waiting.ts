const RECENT = "now() - interval '180 days'"

/**
 * SQL for the table of courses that were launched and never activated. Excludes courses whose products staff removed, and
 * courses nobody opened in the last 180 days. Every page of the back office counts them: `offset 0` keeps the planner to
 * this order, first the few courses that were never activated, then the first recent person of each. `was_activated` may
 * be late, so it only narrows the search.
 */
export const COURSES_WAITING = `(
  select c.* from (
    select c.* from courses c where not c.was_activated
      and not exists (select from course_products cp where cp.course_id = c.id)
      and not exists (select from activations a where a.course_id = c.id) offset 0
  ) c
  where exists (select from entitlements e where e.course_id = c.id and e.created_at > ${RECENT} offset 0)
    or c.created_at > ${RECENT} and exists (select from course_teachers t where t.course_id = c.id offset 0)
  offset 0)`
