import { IS_REVENUE, RECEIVED } from '#src/access/store/schema/checkouts.ts'
import { CODE_SEATS } from '#src/access/store/schema/coupons.ts'
import { queryRows } from '#src/core/db/statements.ts'
import { COURSE_BEGINS } from '#src/courses/store/schema/course-columns.ts'
import type { PaidCheckout, SchoolSales } from '../rules/sales.ts'

/** SQL for the last launch of school `s`: of each of its connections, by the index of the diary. */
const LAST_LAUNCH = `greatest(
    (select max(l.at) from consumers k cross join lateral (
      select at from launch_diary where consumer_key = k.key order by id desc limit 1) l where k.school_id = s.id),
    (select max(l.at) from deployments d join platforms f on f.id = d.platform_id cross join lateral (
      select at from launch_diary where client_id = f.client_id and deployment_id = d.deployment_id and issuer = f.issuer
      order by id desc limit 1) l where d.school_id = s.id))`

/** Lists all schools with their seats, and their students of two terms. */
export const listSchoolSales = queryRows<SchoolSales, [from: Date, to: Date, fromBefore: Date, toBefore: Date]>(
  'sales_by_school',
  `select s.id, s.name, coalesce(n.seats, 0) as seats, coalesce(n.used, 0) as used, coalesce(t.students, 0) as students,
    coalesce(t.before, 0) as "studentsBefore", ${LAST_LAUNCH} as "lastLaunch"
  from schools s
  left join (
    select b.school_id, sum(${CODE_SEATS})::int as seats, sum(k.used)::int as used
    from coupon_batches b join coupons k on k.batch_id = b.id where b.school_id is not null group by 1
  ) n on n.school_id = s.id
  left join (
    select c.school_id, count(distinct e.person_id) filter (where ${COURSE_BEGINS} >= $1)::int as students,
      count(distinct e.person_id) filter (where ${COURSE_BEGINS} < $4)::int as before
    from courses c join entitlements e on e.course_id = c.id
    where (${COURSE_BEGINS} >= $1 and ${COURSE_BEGINS} < $2 or ${COURSE_BEGINS} >= $3 and ${COURSE_BEGINS} < $4)
      and e.role = 'learner' and not e.is_test
      -- Access that has ended counts, too; access that was taken away does not.
      and coalesce(e.processed_at, e.access_ends_at, e.last_period_ended_at) is not null
    group by 1
  ) t on t.school_id = s.id
  order by lower(s.name), s.id`,
)

/** Lists payments in the mode of the server, test or live, that were made, refunded or disputed in a time. */
export const listPaidCheckouts = queryRows<PaidCheckout, [from: Date, to: Date, live: boolean]>(
  'sales_paid',
  `select x.stripe_session_id as "sessionId", x.payment_intent as "paymentIntent", x.currency, x.completed_at as "completedAt",
    ${RECEIVED} as total, coalesce(b.refunded, 0) as refunded,
    (select json_agg(json_build_object('product', r.product_code, 'amount', l.amount) order by r.product_code)
      from checkout_lines l join products r on r.id = l.product_id where l.checkout_id = x.id) as lines,
    coalesce((select json_agg(json_build_object('id', f.refund_id, 'amount', f.amount, 'failed', f.failed, 'at', f.at,
        'products', array(select r.product_code from products r where r.id = any(f.product_ids))) order by f.at)
      from card_refunds f where f.payment_intent = x.payment_intent), '[]') as refunds,
    coalesce((select json_agg(json_build_object('id', d.dispute_id, 'state', d.state, 'at', d.at) order by d.at desc)
      from card_disputes d where d.payment_intent = x.payment_intent), '[]') as disputes
  from checkouts x left join card_payments b on b.payment_intent = x.payment_intent
  where ${IS_REVENUE} and x.livemode = $3 and (
    x.completed_at >= $1 and x.completed_at < $2
    or x.payment_intent = any(array(
      select payment_intent from card_refunds where at >= $1 and at < $2
      union all select payment_intent from card_disputes where at >= $1 and at < $2)))
  order by x.completed_at, x.id`,
)
