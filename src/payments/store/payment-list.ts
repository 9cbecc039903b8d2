import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { listPeopleCalled } from '#src/access/store/schema/people-named.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { COURSE_NAME, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import { courseConditions } from '#src/courses/store/schema/course-filters.ts'
import type { ListedPayment, paymentStates } from '../rules/payment-list.ts'

const REFUNDED = '(select b.refunded from card_payments b where b.payment_intent = x.payment_intent)'

const STATES: Record<keyof typeof paymentStates, string> = {
  paid: `x.status = 'paid' and coalesce(${REFUNDED}, 0) = 0`,
  // Few of many, so their numbers are looked up one by one: the planner would join all tables first.
  refunded:
    'x.id = any(array(select (select y.id from checkouts y where y.payment_intent = b.payment_intent) from card_payments b where b.refunded > 0))',
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
