import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { queryRows } from '#src/core/db/statements.ts'
import { COURSE_NAME, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import { MOST_NAMED } from '../rules/search.ts'
import type { FoundPayment } from '../rules/search-results.ts'

const AMOUNT = 'coalesce(x.total, x.amount)'

/** SQL for the newest of the payments that meet a condition, which an index answers. */
const paid = (condition: string) => `
with found as materialized (
  select * from checkouts x where x.completed_at is not null and ${condition} order by x.completed_at desc limit ${MOST_NAMED}
)
select x.id, ${PERSON_NAME} as name, coalesce(p.email, x.receipt_email) as email, ${COURSE_NAME} as course,
  s.name as school, ${AMOUNT} as amount, x.currency, x.completed_at as at
from found x join entitlements e on e.id = x.entitlement_id join people p on p.id = e.person_id
join courses c on c.id = x.course_id ${SCHOOL_JOIN} order by x.completed_at desc`

// Card payments of an amount in minor units, in a time, or both: the newest 20. One statement for each kind of search,
// because a plan for all of them would read the whole table.
export const listPaymentsOf = queryRows<FoundPayment, [amount: number]>('payments_amount', paid(`${AMOUNT} = $1`))
export const listPaymentsIn = queryRows<FoundPayment, [from: Date, until: Date]>(
  'payments_time',
  paid('x.completed_at >= $1 and x.completed_at <= $2'),
)
export const listPaymentsOfAmountIn = queryRows<FoundPayment, [from: Date, until: Date, amount: number]>(
  'payments_amount_time',
  paid(`x.completed_at >= $1 and x.completed_at <= $2 and ${AMOUNT} = $3`),
)
