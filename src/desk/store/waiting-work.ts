import { queryOne, queryRows } from '#src/core/db/statements.ts'
import { COURSE_NAME, COURSES_WAITING, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { Message } from '#src/messages/rules/message.ts'
import { MOST_DUE, type WaitingCounts } from '../rules/waiting-work.ts'

/** Self-registered platforms that staff never switched. */
const REGISTRATIONS = `from platforms f join registration_invites i on i.platform_id = f.id
  where not f.is_active
    and not exists (select from audit a where a.subject_kind = 'platform' and a.subject_id = f.id and a.action = 'switch-platform')`

export const countWaiting = queryOne<WaitingCounts, []>(
  'waiting_counts',
  `select (select count(*)::int from lms_moves m join deployments d on d.id = m.deployment_id where m.state = 'asked' and d.status = 'approved') as moves,
    (select count(*)::int from ${COURSES_WAITING} c) as courses,
    (select count(*)::int from help_requests where answered_at is null) as help,
    (select count(*)::int from payment_flags where closed_at is null) as payments,
    (select count(*)::int from deployments where status = 'waiting') as deployments,
    (select count(*)::int ${REGISTRATIONS}) as registrations,
    (select count(*)::int from pgboss.job where name = 'dead' and state = 'created') as jobs,
    -- A file of changes counts as one.
    (select (count(*) filter (where file is null) + count(distinct (proposed_by, created_at)) filter (where file is not null))::int
      from sign_changes where state = 'waiting') as signs`,
)

/** Lists LMSs that registered themselves and were never switched on, oldest first, with the note of their invitation. */
export const listRegistrations = queryRows<{ id: number; domain: string; invited: string; at: Date }, []>(
  'registrations_waiting',
  `select f.id, f.domain, i.note as invited, f.created_at as at ${REGISTRATIONS} order by at, f.id limit ${MOST_DUE}`,
)

/** Finds a platform that registered itself. */
export const findRegistration = queryRows<
  { school: string; host: string; isOn: boolean; isKnown: boolean },
  [platformId: number]
>(
  'registration_to_tell',
  `select i.note as school, f.domain as host, f.is_active as "isOn", exists (
     select from lms_moves m join deployments d on d.id = m.deployment_id where d.platform_id = f.id and m.state = 'asked') as "isKnown"
   from platforms f join registration_invites i on i.platform_id = f.id where f.id = $1`,
)

/** A course of which something ends soon. */
interface ClosingCourse {
  id: number
  title: string
  school: string
  endsAt: Date
}

/** Lists courses with people whose access ends between two instants, the next first. */
export const listClosingCourses = queryRows<ClosingCourse & { people: number }, [from: Date, to: Date]>(
  'courses_closing',
  `with ending as materialized (
    select c.id, coalesce(c.access_until, c.term_ends_at) as at from courses c
    where coalesce(c.access_until, c.term_ends_at) between $1 and $2
      and exists (select from entitlements e where e.course_id = c.id and e.access_ends_at > $1 offset 0)
    order by at, c.id limit ${MOST_DUE}
  )
  select c.id, ${COURSE_NAME} as title, s.name as school, ending.at as "endsAt",
    (select count(*)::int from entitlements e where e.course_id = c.id and e.access_ends_at > $1) as people
  from ending join courses c on c.id = ending.id ${SCHOOL_JOIN} order by ending.at, c.id`,
)

/** Lists courses with products whose sign-up closes between two instants, the next first. */
export const listClosingSignUps = queryRows<ClosingCourse, [from: Date, to: Date]>(
  'sign_ups_closing',
  `select c.id, ${COURSE_NAME} as title, s.name as school, c.expires_at as "endsAt"
  from courses c ${SCHOOL_JOIN}
  where c.expires_at between $1 and $2 and exists (select from course_products u where u.course_id = c.id)
  order by c.expires_at, c.id limit ${MOST_DUE}`,
)

interface ExpiringCodes {
  /** Null for codes without a batch. */
  batchId: number | null
  note: string
  productCode: string
  expiresAt: Date
  unused: number
}

/** Lists unused codes that expire between two instants, by batch, the next first. */
export const listExpiringCodes = queryRows<ExpiringCodes, [from: Date, to: Date]>(
  'codes_expiring',
  `select b.id as "batchId", coalesce(b.note, '') as note, r.product_code as "productCode", min(k.expires_at) as "expiresAt",
    sum(k.max_usage - k.used)::int as unused
  from coupons k join products r on r.id = k.product_id left join coupon_batches b on b.id = k.batch_id
  where k.expires_at between $1 and $2 and k.used < k.max_usage and k.voided_at is null and not k.is_test
  group by b.id, b.note, r.product_code order by "expiresAt", b.id limit ${MOST_DUE}`,
)

/** Lists messages that were refused for good since an instant, oldest first. */
export const listRefusedMail = queryRows<
  { id: number; kind: Message['kind']; recipient: string; at: Date },
  [since: Date]
>(
  'mail_refused',
  `select id, kind, recipient, refused_at as at from messages where refused_at > $1 order by refused_at limit ${MOST_DUE}`,
)
