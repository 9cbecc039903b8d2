import type { FlagKind } from '#src/access/rules/payment.ts'
import { listPeopleCalled } from '#src/access/store/people.ts'
import type { cardDisputes, paymentFlags } from '#src/access/store/schema/checkouts.ts'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { queryRows, queryValue } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { COURSE_NAME, courseConditions, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { ListedPayment, paymentStates } from '../rules/payment-list.ts'

interface OpenFlag {
  id: number
  checkoutId: number
  personId: number
  courseId: number
  kind: FlagKind
  openedAt: Date
  sessionId: string
  paymentIntent: string | null
  /** Amount paid, or the amount requested when nothing was paid. */
  amount: number
  currency: string
  token: string
  email: string | null
  name: string | null
  course: string
  livemode: boolean
  /** Its open dispute, if the flag is about one, and until when the provider takes an answer. */
  disputeId: string | null
  dueAt: Date | null
}

type Dispute = Omit<typeof cardDisputes.$inferSelect, 'at'>

/** A flag of one payment, open or closed. */
export type PaymentFlag = typeof paymentFlags.$inferSelect & {
  /** Name of the staff user who closed it. */
  closedByName: string | null
}

type ClosedFlag = OpenFlag & Pick<PaymentFlag, 'closedBy' | 'closedByName' | 'note'> & { closedAt: Date }

const COLUMNS = `f.id, x.id as "checkoutId", p.id as "personId", c.id as "courseId", f.kind, f.opened_at as "openedAt", x.stripe_session_id as "sessionId", x.payment_intent as "paymentIntent",
    coalesce(x.total, x.amount) as amount, x.currency, e.token, coalesce(p.email, x.receipt_email) as email,
    ${PERSON_NAME} as name, ${COURSE_NAME} as course, x.livemode, d.dispute_id as "disputeId", d.due_at as "dueAt"`
const PAYMENT_JOINS = `join checkouts x on x.id = f.checkout_id
    join entitlements e on e.id = x.entitlement_id join people p on p.id = e.person_id join courses c on c.id = x.course_id
    left join lateral (select dispute_id, due_at from card_disputes where payment_intent = x.payment_intent
      and state = 'open' and f.kind = 'dispute_open' order by due_at limit 1) d on true`

/** SQL for who closed a flag `f`, with the staff user `u`. */
const CLOSED_BY = `f.closed_at as "closedAt", f.closed_by as "closedBy", f.note,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as "closedByName"`
const CLOSER = "left join staff_users u on 'staff:' || u.id = f.closed_by"

/** Lists open flags, oldest first. At most `most`. */
export const listOpenFlags = queryRows<OpenFlag, [most: number]>(
  'open_payment_flags',
  `select ${COLUMNS} from payment_flags f ${PAYMENT_JOINS} where f.closed_at is null order by f.opened_at, f.id limit $1`,
)

/** Lists closed flags, the last closed first, at most `most`, each with the number of all. */
export const listNewestClosedFlags = queryRows<ClosedFlag & { total: number }, [most: number]>(
  'closed_payment_flags',
  `select ${COLUMNS}, ${CLOSED_BY}, f.total
  from (
    select *, (count(*) over ())::int as total from payment_flags where closed_at is not null order by closed_at desc, id desc limit $1
  ) f ${PAYMENT_JOINS} ${CLOSER} order by f.closed_at desc, f.id desc`,
)

export const listFlags = queryRows<PaymentFlag, [checkoutIds: number[]]>(
  'flags_of_checkouts',
  `select f.id, f.checkout_id as "checkoutId", f.kind, f.opened_at as "openedAt", ${CLOSED_BY}
  from payment_flags f ${CLOSER} where f.checkout_id = any($1) order by f.opened_at, f.id`,
)

export const listDisputes = queryRows<Dispute, [paymentIntents: string[]]>(
  'disputes_of_payments',
  `select dispute_id as "disputeId", payment_intent as "paymentIntent", state, due_at as "dueAt" from card_disputes
   where payment_intent = any($1) order by at, dispute_id`,
)

export const findCheckoutToken = queryValue<string, [checkoutId: number]>(
  'checkout_token',
  'select e.token as value from checkouts x join entitlements e on e.id = x.entitlement_id where x.id = $1',
)

const REFUNDED = '(select b.refunded from card_payments b where b.payment_intent = x.payment_intent)'

const STATES: Record<keyof typeof paymentStates, string> = {
  paid: `x.status = 'paid' and coalesce(${REFUNDED}, 0) = 0`,
  // `is true` lets the planner read payments in their order; it would look up those of all refunds first.
  refunded: '(x.payment_intent in (select b.payment_intent from card_payments b where b.refunded > 0)) is true',
  flagged: "x.status = 'flagged'",
  pending: "x.status = 'pending'",
  unpaid: "x.status in ('open', 'expired', 'failed')",
}

/** Counted one by one too, so that counting stops after the first thousand. */
const COUNTED_REFUNDS =
  'from card_payments b where b.refunded > 0 and exists (select from checkouts y where y.payment_intent = b.payment_intent offset 0)'

/** Condition that the course is one of those asked for; null if none is. */
const ofCourses = ({ filters }: ListQuery, by: Pick<Staff, 'schools'>, values: SqlValues): string | null => {
  const conditions = courseConditions(filters, by, values).filter(condition => condition !== null)
  return conditions.length === 0
    ? null
    : `x.course_id = any(array(select c.id from courses c where ${conditions.join(' and ')}))`
}

const ofPeople = (people: number[], values: SqlValues): string =>
  `x.entitlement_id = any(array(select e.id from entitlements e where e.person_id = any(${values.add(people)}::bigint[])))`

/** Lists card payments of people in the schools of the role. */
export const listPaymentRows = async (
  db: Queryable,
  query: ListQuery,
  by: Pick<Staff, 'schools'>,
): Promise<ListPage<ListedPayment>> => {
  const values = new SqlValues()
  const { state = '' } = query.filters
  const called = await listPeopleCalled(db, query.words)
  const chosen = [called && ofPeople(called, values), ofCourses(query, by, values)]
  return listRows(
    db,
    {
      select: `x.id, e.token, ${PERSON_NAME} as name, coalesce(p.email, x.receipt_email) as email,
        ${COURSE_NAME} as course, s.name as school, x.status, coalesce(x.total, x.amount) as amount, x.currency,
        coalesce(${REFUNDED}, 0) as refunded, coalesce(x.completed_at, x.created_at) as at`,
      from: `checkouts x join entitlements e on e.id = x.entitlement_id join people p on p.id = e.person_id
        join courses c on c.id = x.course_id ${SCHOOL_JOIN}`,
      narrow: 'checkouts x',
      counted: state === 'refunded' && chosen.every(condition => condition === null) ? COUNTED_REFUNDS : undefined,
      where: [...chosen, isKeyOf(STATES, state) ? STATES[state] : null],
      id: 'x.id',
      sorts: { newest: { by: 'x.id', kind: 'number', descends: true }, oldest: { by: 'x.id', kind: 'number' } },
      values,
    },
    query,
  )
}
