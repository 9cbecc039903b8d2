import type { EntitlementRef } from '#src/access/rules/entitlement.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { inSchools } from '#src/courses/store/schema/course-columns.ts'
import { gradeRejection } from '#src/lti/rules/grade.ts'
import type { CodeTry, CodeUse, HelpHistory, MailHistory, PaymentHistory } from '../rules/access-status.ts'
import { MOST_PLACES } from '../rules/search.ts'

type Place = EntitlementRef & { at: Date }

const ofPeople = prepared<Place>(
  'timeline_rows',
  `select id, created_at as at from entitlements where person_id = any($1)
  order by token = $2 desc, created_at desc, id desc limit ${MOST_PLACES}`,
)

/** Lists the places of these people in courses: that of `token` first, then the newest. At most 40. */
export const listEntitlementsOfPeople = (db: Queryable, personIds: number[], token = ''): Promise<Place[]> =>
  ofPeople(db, [personIds, token])

/** SQL for the entitlements $1 as `s`, each with its position `n`, so that one statement serves many of them. */
const EACH = 'unnest($1::bigint[]) with ordinality as s (id, n)'

/** Returns the rows of each entitlement, in the order of `of`. */
const grouped = async <Row extends { n: number }>(
  of: EntitlementRef[],
  read: (values: unknown[]) => Promise<Row[]>,
): Promise<Omit<Row, 'n'>[][]> => {
  const groups: Omit<Row, 'n'>[][] = of.map(() => [])
  for (const { n, ...row } of await read([of.map(({ id }) => id)])) groups[n - 1]?.push(row)
  return groups
}

const uses = prepared<CodeUse & { n: number }>(
  'timeline_uses',
  `select s.n, k.coupon_code as code, r.name as product, u.attached_at as "attachedAt", u.voided_at as "voidedAt"
   from ${EACH} join coupon_uses u on u.entitlement_id = s.id
   join coupons k on k.id = u.coupon_id join products r on r.id = u.product_id`,
)

export const listCodeUses = (db: Queryable, of: EntitlementRef[]): Promise<CodeUse[][]> =>
  grouped(of, values => uses(db, values))

const tries = prepared<CodeTry & { n: number }>(
  'timeline_tries',
  `select s.n, k.coupon_code as code, r.name as product, t.answer as outcome, t.count, t.first_at as "firstAt", t.last_at as "lastAt"
   from ${EACH} join lateral (
     select * from code_tries where entitlement_id = s.id order by last_at desc limit 100
   ) t on true left join coupons k on k.id = t.coupon_id left join products r on r.id = k.product_id order by t.last_at desc`,
)

export const listCodeAttempts = (db: Queryable, of: EntitlementRef[]): Promise<CodeTry[][]> =>
  grouped(of, values => tries(db, values))

/** Replaces instants by their text, as in JSON. */
type InJson<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] }
type PaymentRow = Omit<PaymentHistory, 'refunds' | 'disputes' | 'flags'> & {
  n: number
  refunds: InJson<PaymentHistory['refunds'][number]>[]
  disputes: InJson<PaymentHistory['disputes'][number]>[]
  flags: InJson<PaymentHistory['flags'][number]>[]
}

const payments = prepared<PaymentRow>(
  'timeline_payments',
  `select s.n, x.stripe_session_id as "sessionId", x.status, coalesce(x.total, x.amount) as amount, x.currency,
    x.created_at as "createdAt", x.completed_at as "completedAt",
    array(select r.name from checkout_lines l join products r on r.id = l.product_id where l.checkout_id = x.id order by r.name) as products,
    (select case when bool_and(l.voided_at is not null) then max(l.voided_at) end from checkout_lines l where l.checkout_id = x.id) as "voidedAt",
    coalesce((select json_agg(json_build_object('amount', f.amount, 'failed', f.failed, 'at', f.at)) from card_refunds f where f.payment_intent = x.payment_intent), '[]') as refunds,
    coalesce((select json_agg(json_build_object('state', d.state, 'at', d.at)) from card_disputes d where d.payment_intent = x.payment_intent), '[]') as disputes,
    coalesce((select json_agg(json_build_object('kind', f.kind, 'openedAt', f.opened_at, 'closedAt', f.closed_at)) from payment_flags f where f.checkout_id = x.id), '[]') as flags
   from ${EACH} join lateral (
     select * from checkouts x where x.entitlement_id = s.id order by x.created_at desc limit 50
   ) x on true order by x.created_at desc`,
)

export const listTimelinePayments = async (db: Queryable, of: EntitlementRef[]): Promise<PaymentHistory[][]> =>
  (await grouped(of, values => payments(db, values))).map(rows =>
    rows.map(row => ({
      ...row,
      refunds: row.refunds.map(refund => ({ ...refund, at: new Date(refund.at) })),
      disputes: row.disputes.map(dispute => ({ ...dispute, at: new Date(dispute.at) })),
      flags: row.flags.map(flag => ({
        ...flag,
        openedAt: new Date(flag.openedAt),
        closedAt: flag.closedAt === null ? null : new Date(flag.closedAt),
      })),
    })),
  )

const MAIL =
  'kind, recipient, created_at as "createdAt", sent_at as "sentAt", refused_at as "refusedAt", expired_at as "expiredAt"'

const mails = prepared<MailHistory>(
  'timeline_mails',
  `select ${MAIL} from messages where recipient = any($1) order by created_at desc limit 100`,
)

/** Lists messages sent to these addresses, newest first, without their text. At most 100. */
export const listTimelineMessages = (db: Queryable, addresses: string[]): Promise<MailHistory[]> =>
  mails(db, [addresses])

const mailsAbout = prepared<MailHistory>(
  'timeline_mails_about',
  `select ${MAIL} from messages where key = any($1) order by created_at desc limit 100`,
)

/** Lists messages about these places in courses and their payments, newest first, by the keys of docs/rules/operations.md. */
export const listMessagesAbout = (
  db: Queryable,
  rows: { entitlement: EntitlementRef; payments: PaymentHistory[] }[],
): Promise<MailHistory[]> => {
  const keys = rows.flatMap(({ entitlement: { id }, payments: paid }) => [
    ...['welcome', 'ready'].map(about => `${about}:${id}`),
    ...paid.flatMap(p => ['receipt', 'failed'].map(about => `${about}:${p.sessionId}`)),
  ])
  return mailsAbout(db, [keys])
}

const inSchoolsOf = prepared<{ is: boolean }>(
  'subject_in_schools',
  `select exists (select from courses c where ${inSchools('$1')} and c.id = case $2
     when 'course' then $3::bigint
     when 'entitlement' then (select course_id from entitlements where id = $3) end) as is`,
)

/** Returns whether a course, or a person's place in one, is in a school that the role covers. */
export const isInSchools = async (
  db: Queryable,
  { kind, id }: { kind: 'course' | 'entitlement'; id: number },
  by: Pick<Staff, 'schools'>,
): Promise<boolean> => (await inSchoolsOf(db, [by.schools, kind, id]))[0]!.is

const problems = prepared<{ n: number; problem: string }>(
  'timeline_problems',
  `select s.n, g.problem from ${EACH} join grade_targets g on g.entitlement_id = s.id and g.problem is not null order by g.id`,
)

/** Lists what the LMS said about grades that it rejected, each problem once. */
export const listGradeProblems = async (db: Queryable, of: EntitlementRef[]): Promise<string[][]> =>
  (await grouped(of, values => problems(db, values))).map(rows => [
    ...new Set(rows.map(({ problem }) => gradeRejection(problem))),
  ])

const views = prepared<{ count: number; colleagues: number }>(
  'timeline_views',
  `select count(*)::int as count, count(distinct actor)::int as colleagues from audit
   where action = 'view' and ((subject_kind = 'person' and subject_id = any($1)) or (subject_kind = 'person' and subject_key = any($2)))`,
)

/** Counts how often staff viewed these people, and how many staff did. */
export const countRecordViews = async (db: Queryable, personIds: number[], addresses: string[]) =>
  (await views(db, [personIds, addresses]))[0] ?? { count: 0, colleagues: 0 }

const helpOf = prepared<HelpHistory>(
  'timeline_help',
  `with asked as (
    select h.id, h.at, h.text from help_requests h
    where h.email = any($1) or coalesce(h.facts->>'enroll_token', h.facts->>'lti_token') = any($2) order by h.at desc limit 50
  )
  select at, text, null as who from asked
  union all select r.at, r.text, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, 'A colleague')
    from asked join help_replies r on r.request_id = asked.id left join staff_users u on u.id = r.staff_id`,
)

/** Lists the help requests from these addresses or links, and the replies to them. */
export const listTimelineHelp = (db: Queryable, addresses: string[], tokens: string[]): Promise<HelpHistory[]> =>
  helpOf(db, [addresses, tokens])
