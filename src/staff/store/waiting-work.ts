import { prepared, type Queryable } from '#src/core/db/db.ts'
import { COURSE_NAME, SCHOOL_JOINS, SCHOOL_NAME } from '#src/courses/store/schema/course-columns.ts'
import { COURSES_WAITING } from '#src/courses/store/schema/courses-waiting.ts'
import type { ClosingCourse, ExpiringBatch, RefusedMail, WaitingCounts } from '../rules/waiting-work.ts'

const MOST = 100

const counts = prepared<WaitingCounts>(
  'waiting_counts',
  `select (select count(*)::int ${COURSES_WAITING}) as courses,
    (select count(*)::int from help_requests where answered_at is null) as help,
    (select count(*)::int from payment_flags where closed_at is null) as payments,
    (select count(*)::int from deployments where status = 'waiting') as deployments,
    (select count(*)::int from pgboss.job where name = 'dead' and state = 'created') as jobs`,
)

export const countWaiting = async (db: Queryable): Promise<WaitingCounts> => (await counts(db, []))[0]!

const closing = prepared<ClosingCourse>(
  'courses_closing',
  `select c.id, c.context_id as "contextId", ${COURSE_NAME} as title, ${SCHOOL_NAME} as school,
    (select m.token from memberships m where m.course_id = c.id order by m.id limit 1) as token,
    coalesce(c.access_until, c.term_ends_at) as "endsAt", in_course.people
  from courses c ${SCHOOL_JOINS}
  cross join lateral (
    select ((select count(*) from enrollments e where e.course_id = c.id and e.access_ends_at > $1)
      + (select count(*) from memberships m where m.course_id = c.id and m.access_ends_at > $1))::int as people
  ) in_course
  where coalesce(c.access_until, c.term_ends_at) between $1 and $2 and in_course.people > 0
  order by "endsAt", c.id limit ${MOST}`,
)

/** Lists courses with people whose access ends between two instants, the next first. At most 100. */
export const listClosingCourses = (db: Queryable, from: Date, to: Date): Promise<ClosingCourse[]> =>
  closing(db, [from, to])

const expiring = prepared<ExpiringBatch>(
  'batches_expiring',
  `select b.id, b.note, r.product_code as "productCode", min(k.expires_at) as "expiresAt",
    sum(k.max_usage - k.used)::int as unused
  from coupons k join coupon_batches b on b.id = k.batch_id join products r on r.id = b.product_id
  where k.batch_id is not null and k.expires_at between $1 and $2 and k.used < k.max_usage
  group by b.id, b.note, r.product_code order by "expiresAt", b.id limit ${MOST}`,
)

/** Lists batches with unused codes that expire between two instants, the next first. At most 100. */
export const listExpiringBatches = (db: Queryable, from: Date, to: Date): Promise<ExpiringBatch[]> =>
  expiring(db, [from, to])

const refused = prepared<RefusedMail>(
  'mail_refused',
  `select id, kind, recipient, refused_at as at from messages where refused_at > $1 order by refused_at limit ${MOST}`,
)

/** Lists messages that were refused for good since an instant, oldest first. At most 100. */
export const listRefusedMail = (db: Queryable, since: Date): Promise<RefusedMail[]> => refused(db, [since])
