import type { Subject, SubjectKind } from '#src/access/rules/entitlement.ts'
import type { DisputeState, FlagKind } from '#src/access/rules/payment.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { inSchools, schoolParameters } from '#src/courses/store/schema/course-columns.ts'
import { gradeRejection } from '#src/lti/rules/grade.ts'
import type { CodeTry, MailHistory, PaymentHistory } from '../rules/access-history.ts'

interface EntitlementRef extends Subject {
  at: Date
}

const ofPeople = prepared<EntitlementRef>(
  'timeline_rows',
  `select 'enrollment' as kind, id, created_at as at from enrollments where person_id = any($1)
   union all select 'membership', id, created_at from memberships where person_id = any($1)
   order by at desc limit 40`,
)

/** Lists the enrollments and memberships of these people, newest first. At most 40. */
export const listEntitlementsOfPeople = (db: Queryable, personIds: number[]): Promise<EntitlementRef[]> =>
  ofPeople(db, [personIds])

/**
 * SQL for the subjects of a statement as `s`, each with its position `n`, so that one statement serves many subjects.
 * `groupBySubject` distributes the rows.
 */
const SUBJECTS = 'unnest($1::bigint[], $2::bigint[]) with ordinality as s (enrollment_id, membership_id, n)'
const OF_KIND = `subject_kind = case when s.enrollment_id is null then 'membership' else 'enrollment' end and subject_id = coalesce(s.enrollment_id, s.membership_id)`

const idsOf = (subjects: Subject[]) =>
  (['enrollment', 'membership'] as const).map(kind => subjects.map(s => (s.kind === kind ? s.id : null)))

/** Returns the rows of each subject, in the order of `subjects`. */
const groupBySubject = <R extends { n: number }, T>(subjects: Subject[], rows: R[], to: (row: R) => T): T[][] => {
  const grouped: T[][] = subjects.map(() => [])
  for (const row of rows) grouped[row.n - 1]?.push(to(row))
  return grouped
}

const uses = prepared<{ n: number; code: string; product: string; attached_at: Date; voided_at: Date | null }>(
  'timeline_uses',
  `select s.n, k.coupon_code as code, r.name as product, u.attached_at, u.voided_at
   from ${SUBJECTS} join lateral (
     select * from coupon_uses u where u.enrollment_id = s.enrollment_id or u.membership_id = s.membership_id
   ) u on true join coupons k on k.id = u.coupon_id join products r on r.id = u.product_id`,
)

export const listCodeUses = async (db: Queryable, subjects: Subject[]) =>
  groupBySubject(subjects, await uses(db, idsOf(subjects)), u => ({
    code: u.code,
    product: u.product,
    attachedAt: u.attached_at,
    voidedAt: u.voided_at,
  }))

const tries = prepared<{
  n: number
  code: string | null
  product: string | null
  answer: string
  count: number
  first_at: Date
  last_at: Date
}>(
  'timeline_tries',
  `select s.n, k.coupon_code as code, r.name as product, t.answer, t.count, t.first_at, t.last_at from ${SUBJECTS} join lateral (
     select * from code_tries where ${OF_KIND} order by last_at desc limit 100
   ) t on true left join coupons k on k.id = t.coupon_id left join products r on r.id = k.product_id order by t.last_at desc`,
)

export const listCodeAttempts = async (db: Queryable, subjects: Subject[]): Promise<CodeTry[][]> =>
  groupBySubject(subjects, await tries(db, idsOf(subjects)), t => ({
    code: t.code,
    product: t.product,
    outcome: t.answer,
    count: t.count,
    firstAt: t.first_at,
    lastAt: t.last_at,
  }))

interface PaymentRow {
  n: number
  session_id: string
  status: string
  amount: number
  currency: string
  products: string[]
  created_at: Date
  completed_at: Date | null
  voided_at: Date | null
  refunds: { amount: number; failed: boolean; at: string }[]
  disputes: { state: DisputeState; at: string }[]
  flags: { kind: FlagKind; openedAt: string; closedAt: string | null }[]
}

const payments = prepared<PaymentRow>(
  'timeline_payments',
  `select s.n, x.stripe_session_id as session_id, x.status, coalesce(x.total, x.amount) as amount, x.currency, x.created_at, x.completed_at,
    array(select r.name from checkout_lines l join products r on r.id = l.product_id where l.checkout_id = x.id order by r.name) as products,
    (select case when bool_and(l.voided_at is not null) then max(l.voided_at) end from checkout_lines l where l.checkout_id = x.id) as voided_at,
    coalesce((select json_agg(json_build_object('amount', f.amount, 'failed', f.failed, 'at', f.at)) from card_refunds f where f.payment_intent = x.payment_intent), '[]') as refunds,
    coalesce((select json_agg(json_build_object('state', d.state, 'at', d.at)) from card_disputes d where d.payment_intent = x.payment_intent), '[]') as disputes,
    coalesce((select json_agg(json_build_object('kind', f.kind, 'openedAt', f.opened_at, 'closedAt', f.closed_at)) from payment_flags f where f.checkout_id = x.id), '[]') as flags
   from ${SUBJECTS} join lateral (
     select * from checkouts x where x.enrollment_id = s.enrollment_id or x.membership_id = s.membership_id order by x.created_at desc limit 50
   ) x on true order by x.created_at desc`,
)

export const listTimelinePayments = async (db: Queryable, subjects: Subject[]): Promise<PaymentHistory[][]> =>
  groupBySubject(subjects, await payments(db, idsOf(subjects)), p => ({
    sessionId: p.session_id,
    status: p.status,
    amount: p.amount,
    currency: p.currency,
    products: p.products,
    createdAt: p.created_at,
    completedAt: p.completed_at,
    voidedAt: p.voided_at,
    refunds: p.refunds.map(r => ({ ...r, at: new Date(r.at) })),
    disputes: p.disputes.map(d => ({ ...d, at: new Date(d.at) })),
    flags: p.flags.map(f => ({
      kind: f.kind,
      openedAt: new Date(f.openedAt),
      closedAt: f.closedAt === null ? null : new Date(f.closedAt),
    })),
  }))

interface MailRow {
  kind: MailHistory['kind']
  recipient: string
  created_at: Date
  sent_at: Date | null
  refused_at: Date | null
}

const toMail = (m: MailRow): MailHistory => ({
  kind: m.kind,
  recipient: m.recipient,
  createdAt: m.created_at,
  sentAt: m.sent_at,
  refusedAt: m.refused_at,
})

const mails = prepared<MailRow>(
  'timeline_mails',
  `select kind, recipient, created_at, sent_at, refused_at from messages where recipient = any($1) order by created_at desc limit 100`,
)

/** Lists messages sent to these addresses, newest first, without their text. At most 100. */
export const listTimelineMessages = async (db: Queryable, addresses: string[]): Promise<MailHistory[]> =>
  (await mails(db, [addresses])).map(toMail)

const mailsAbout = prepared<MailRow>(
  'timeline_mails_about',
  `select kind, recipient, created_at, sent_at, refused_at from messages where key = any($1) order by created_at desc limit 100`,
)

/** Lists messages about these rows and their payments, newest first, by the keys of docs/rules/operations.md. */
export const listMessagesAbout = async (
  db: Queryable,
  rows: { entitlement: Subject; payments: PaymentHistory[] }[],
): Promise<MailHistory[]> => {
  const keys = rows.flatMap(({ entitlement: { kind, id }, payments: paid }) => [
    ...['welcome', 'ready'].map(about => `${about}:${kind}:${id}`),
    ...paid.flatMap(p => ['receipt', 'failed'].map(about => `${about}:${p.sessionId}`)),
  ])
  return (await mailsAbout(db, [keys])).map(toMail)
}

const inSchoolsOf = prepared<{ is: boolean }>(
  'subject_in_schools',
  `select exists (select from courses c where ${inSchools('$1', '$2')} and c.id = case $3
     when 'course' then $4::bigint
     when 'enrollment' then (select course_id from enrollments where id = $4)
     when 'membership' then (select course_id from memberships where id = $4) end) as is`,
)

/** Returns whether a course or a row is in a school that the role covers. */
export const isInSchools = async (
  db: Queryable,
  { kind, id }: { kind: 'course' | SubjectKind; id: number },
  by: Pick<Staff, 'schools'>,
): Promise<boolean> => (await inSchoolsOf(db, [...schoolParameters(by), kind, id]))[0]!.is

const problems = prepared<{ n: number; problem: string }>(
  'timeline_problems',
  `select s.n, problem from ${SUBJECTS} join grades on ${OF_KIND} and problem is not null`,
)

export const listGradeProblems = async (db: Queryable, subjects: Subject[]): Promise<string[][]> =>
  groupBySubject(subjects, await problems(db, idsOf(subjects)), p => gradeRejection(p.problem))

const views = prepared<{ count: number; colleagues: number }>(
  'timeline_views',
  `select count(*)::int as count, count(distinct actor)::int as colleagues from audit
   where action = 'view' and ((subject_kind = 'person' and subject_id = any($1)) or (subject_kind = 'person' and subject_key = any($2)))`,
)

/** Counts how often staff viewed these people, and how many staff did. */
export const countRecordViews = async (db: Queryable, personIds: number[], addresses: string[]) =>
  (await views(db, [personIds, addresses]))[0] ?? { count: 0, colleagues: 0 }
