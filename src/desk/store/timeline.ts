import type { EntitlementRef } from '#src/access/rules/entitlement.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { queryOne, queryRows } from '#src/core/db/statements.ts'
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

/** Makes a query that returns the rows of each entitlement, in the order of `of`. Its statement reads from `EACH`. */
const ofEach = <Row extends object>(name: string, text: string) => {
  const run = prepared<Row & { n: number }>(name, text)
  return async (db: Queryable, of: EntitlementRef[]) => {
    const groups: Omit<Row, 'n'>[][] = of.map(() => [])
    for (const { n, ...row } of await run(db, [of.map(({ id }) => id)])) groups[n - 1]?.push(row)
    return groups
  }
}

export const listCodeUses = ofEach<CodeUse>(
  'timeline_uses',
  `select s.n, k.coupon_code as code, r.name as product, u.attached_at as "attachedAt", u.voided_at as "voidedAt"
   from ${EACH} join coupon_uses u on u.entitlement_id = s.id
   join coupons k on k.id = u.coupon_id join products r on r.id = u.product_id`,
)

export const listCodeAttempts = ofEach<CodeTry>(
  'timeline_tries',
  `select s.n, k.coupon_code as code, r.name as product, t.answer as outcome, t.count, t.first_at as "firstAt", t.last_at as "lastAt"
   from ${EACH} join lateral (
     select * from code_tries where entitlement_id = s.id order by last_at desc limit 100
   ) t on true left join coupons k on k.id = t.coupon_id left join products r on r.id = k.product_id order by t.last_at desc`,
)

export const listTimelinePayments = ofEach<PaymentHistory>(
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

const MAIL =
  'kind, recipient, created_at as "createdAt", sent_at as "sentAt", refused_at as "refusedAt", expired_at as "expiredAt"'

/** Lists messages sent to these addresses, newest first, without their text. At most 100. */
export const listTimelineMessages = queryRows<MailHistory, [addresses: string[]]>(
  'timeline_mails',
  `select ${MAIL} from messages where recipient = any($1) order by created_at desc limit 100`,
)

const mailsAbout = queryRows<MailHistory, [keys: string[]]>(
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
  return mailsAbout(db, keys)
}

/** Finds out whether a course, or a person's place in one, is in a school that the role covers. */
export const findIsInSchools = queryOne<
  { is: boolean },
  [schools: Staff['schools'], kind: 'course' | 'entitlement', id: number]
>(
  'subject_in_schools',
  `select exists (select from courses c where ${inSchools('$1')} and c.id = case $2
     when 'course' then $3::bigint
     when 'entitlement' then (select course_id from entitlements where id = $3) end) as is`,
)

const problems = ofEach<{ problem: string }>(
  'timeline_problems',
  `select s.n, g.problem from ${EACH} join grade_targets g on g.entitlement_id = s.id and g.problem is not null order by g.id`,
)

/** Lists what the LMS said about grades that it rejected, each problem once. */
export const listGradeProblems = async (db: Queryable, of: EntitlementRef[]): Promise<string[][]> =>
  (await problems(db, of)).map(rows => [...new Set(rows.map(({ problem }) => gradeRejection(problem)))])

/** Lists the help requests from these addresses or links, and the replies to them. */
export const listTimelineHelp = queryRows<HelpHistory, [addresses: string[], tokens: string[]]>(
  'timeline_help',
  `with asked as (
    select h.id, h.at, h.text from help_requests h
    where h.email = any($1) or coalesce(h.facts->>'enroll_token', h.facts->>'lti_token') = any($2) order by h.at desc limit 50
  )
  select at, text, null as who from asked
  union all select r.at, r.text, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, 'A colleague')
    from asked join help_replies r on r.request_id = asked.id left join staff_users u on u.id = r.staff_id`,
)
