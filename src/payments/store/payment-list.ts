import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { isCalled } from '#src/access/store/schema/people-named.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { COURSE_NAME, SCHOOL_JOINS, SCHOOL_NAME } from '#src/courses/store/schema/course-columns.ts'
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

/** Lists card payments of people in the schools of the role. */
export const listPaymentRows = (
  db: Queryable,
  query: ListQuery,
  by: Pick<Staff, 'schools'>,
): Promise<ListPage<ListedPayment>> => {
  const values = new SqlValues()
  const { state = '' } = query.filters
  const ofPeople = [isCalled('p.id', query.words, values), ...courseConditions(query.filters, by, values)]
  const isOfPeople = ofPeople.some(condition => condition !== null)
  return listRows(
    db,
    {
      select: `x.id, coalesce(e.token, m.token) as token, ${PERSON_NAME} as name, coalesce(p.email, x.receipt_email) as email,
        ${COURSE_NAME} as course, ${SCHOOL_NAME} as school, x.status, coalesce(x.total, x.amount) as amount, x.currency,
        coalesce(${REFUNDED}, 0) as refunded, coalesce(x.completed_at, x.created_at) as at`,
      from: `checkouts x left join enrollments e on e.id = x.enrollment_id left join memberships m on m.id = x.membership_id
        join people p on p.id = coalesce(e.person_id, m.person_id) join courses c on c.id = coalesce(e.course_id, m.course_id) ${SCHOOL_JOINS}`,
      countFrom: isOfPeople ? undefined : 'checkouts x',
      where: [...ofPeople, isKeyOf(STATES, state) ? STATES[state] : null],
      id: 'x.id',
      sorts: { newest: { by: 'x.id', kind: 'number', descends: true }, oldest: { by: 'x.id', kind: 'number' } },
      values,
    },
    query,
  )
}
