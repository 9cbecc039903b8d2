import { queryOne, queryRows } from '#src/core/db/statements.ts'
import { SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { ClassCounts, ReadinessFacts } from '../rules/course-reports.ts'

/** A code of a product `u` that still gives access. Sorted, so that the index of unused codes finds one or none at once. */
const UNUSED_CODE = `(select from coupons n where n.product_id = u.product_id and n.used < n.max_usage and not n.is_test
  and (n.expires_at is null or n.expires_at > $2) order by n.expires_at desc limit 1)`

/** Reads what is known about a course; nothing if there is none. */
export const findReadiness = queryRows<ReadinessFacts, [courseId: number, now: Date]>(
  'course_readiness',
  `select
    array(select r.product_code from course_products u join products r on r.id = u.product_id where u.course_id = c.id order by 1) as products,
    coalesce((select bool_and(coalesce(r.is_free, false)) from course_products u join products r on r.id = u.product_id where u.course_id = c.id), false) as "allFree",
    coalesce(c.access_until, c.term_ends_at) as "endsAt", c.unread_term_end as "unreadEnd", c.expires_at as "signUpEndsAt",
    s.yearly_access as "yearlyAccess", s.accepts_access_code as "acceptsCodes", s.passes_grades as "sendsGrades",
    case when k.is_hosted and c.canvas_course_id is not null then exists (select from content_migrations x
      where x.domain = c.canvas_domain and x.course_id = c.canvas_course_id and x.workflow_state = 'completed') end as "contentCopied",
    exists (select from course_teachers t where t.course_id = c.id) as "teacherOpened",
    exists (select from entitlements e where e.course_id = c.id and e.role = 'learner' and e.is_test and e.access_ends_at is not null) as "testEntered",
    (select count(*)::int from entitlements e where e.course_id = c.id and e.role = 'learner' and not e.is_test and e.access_ends_at > $2) as students,
    exists (select from course_products u cross join lateral ${UNUSED_CODE} unused where u.course_id = c.id) as "hasUnusedCodes",
    graded.taken as "gradesTaken", graded.refused as "gradesRefused"
  from courses c ${SCHOOL_JOIN} left join consumers k on k.id = c.consumer_id
  cross join lateral (
    select count(*) filter (where g.score is not null and g.problem is null)::int as taken,
      count(*) filter (where g.problem is not null)::int as refused
    from entitlements e join grade_targets g on g.entitlement_id = e.id where e.course_id = c.id and e.role = 'learner'
  ) graded
  where c.id = $1`,
)

/** Counts the students of a course by step. */
export const countClass = queryOne<ClassCounts, [courseId: number]>(
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
