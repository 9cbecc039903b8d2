import { prepared, type Queryable } from '#src/core/db/db.ts'
import { SCHOOL_JOINS } from '#src/courses/store/schema/course-columns.ts'
import type { ReadinessFacts } from '../rules/course-readiness.ts'

/** Enrollments and memberships of a course `c`. */
const ROWS = `(select 'enrollment' as kind, e.id, e.is_test, e.access_ends_at from enrollments e where e.course_id = c.id
  union all select 'membership', m.id, m.is_test, m.access_ends_at from memberships m where m.course_id = c.id and m.role = 'learner')`

/** A code of a product `u` that still gives access. Sorted, so that the index of unused codes finds one or none at once. */
const UNUSED_CODE = `(select from coupons k where k.product_id = u.product_id and k.used < k.max_usage and not k.is_test
  and (k.expires_at is null or k.expires_at > $2) order by k.expires_at desc limit 1)`

const facts = prepared<ReadinessFacts>(
  'course_readiness',
  `select
    array(select r.product_code from course_products u join products r on r.id = u.product_id where u.course_id = c.id order by 1) as products,
    coalesce((select bool_and(coalesce(r.is_free, false)) from course_products u join products r on r.id = u.product_id where u.course_id = c.id), false) as "allFree",
    coalesce(c.access_until, c.term_ends_at) as "endsAt", c.expires_at as "signUpEndsAt",
    coalesce(s.yearly_access, d.yearly_access) as "yearlyAccess",
    coalesce(s.accepts_access_code, d.accepts_access_code) as "acceptsCodes",
    coalesce(s.passes_grades, d.passes_grades) as "sendsGrades",
    case when s.is_hosted and c.canvas_course_id is not null then exists (select from content_migrations x
      where x.domain = c.canvas_domain and x.course_id = c.canvas_course_id and x.workflow_state = 'completed') end as "contentCopied",
    exists (select from course_teachers t where t.course_id = c.id) as "teacherOpened",
    exists (select from ${ROWS} own where own.is_test and own.access_ends_at is not null) as "testEntered",
    (select count(*)::int from ${ROWS} own where not own.is_test and own.access_ends_at > $2) as students,
    exists (select from course_products u cross join lateral ${UNUSED_CODE} unused where u.course_id = c.id) as "hasUnusedCodes",
    (select count(*)::int from ${ROWS} own join grades g on g.subject_kind = own.kind and g.subject_id = own.id
      where g.score is not null and g.problem is null) as "gradesTaken",
    (select count(*)::int from ${ROWS} own join grades g on g.subject_kind = own.kind and g.subject_id = own.id
      where g.problem is not null) as "gradesRefused"
  from courses c ${SCHOOL_JOINS} where c.id = $1`,
)

/** Reads what is known about a course; null if there is none. */
export const findReadiness = async (db: Queryable, courseId: number, now: Date): Promise<ReadinessFacts | null> =>
  (await facts(db, [courseId, now]))[0] ?? null
