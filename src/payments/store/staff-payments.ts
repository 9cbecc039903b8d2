import type { FlagKind } from '#src/access/rules/payment.ts'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'

/** An open payment flag for staff to review. */
export interface OpenFlag {
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
}

/** A flag of one payment, open or closed. */
export interface PaymentFlag {
  id: number
  checkoutId: number
  kind: FlagKind
  openedAt: Date
  closedAt: Date | null
  /** 'system' when the reason disappeared, or an actor such as 'staff:7'. */
  closedBy: string | null
  note: string | null
}

const open = prepared<OpenFlag>(
  'open_payment_flags',
  `select f.id, x.id as "checkoutId", p.id as "personId", c.id as "courseId", f.kind, f.opened_at as "openedAt", x.stripe_session_id as "sessionId", x.payment_intent as "paymentIntent",
    coalesce(x.total, x.amount) as amount, x.currency, coalesce(e.token, m.token) as token, coalesce(p.email, x.receipt_email) as email,
    ${PERSON_NAME} as name, ${COURSE_NAME} as course
  from payment_flags f join checkouts x on x.id = f.checkout_id
    left join enrollments e on e.id = x.enrollment_id left join memberships m on m.id = x.membership_id
    join people p on p.id = coalesce(e.person_id, m.person_id) join courses c on c.id = coalesce(e.course_id, m.course_id)
  where f.closed_at is null order by f.opened_at, f.id limit $1`,
)

/** Lists open flags, oldest first. At most `most`. */
export const listOpenFlags = (db: Queryable, most: number): Promise<OpenFlag[]> => open(db, [most])

const ofCheckouts = prepared<PaymentFlag>(
  'flags_of_checkouts',
  `select id, checkout_id as "checkoutId", kind, opened_at as "openedAt", closed_at as "closedAt", closed_by as "closedBy", note
  from payment_flags where checkout_id = any($1) order by opened_at, id`,
)

export const listFlags = (db: Queryable, checkoutIds: number[]): Promise<PaymentFlag[]> =>
  checkoutIds.length > 0 ? ofCheckouts(db, [checkoutIds]) : Promise.resolve([])

const tokenOf = prepared<{ token: string }>(
  'checkout_token',
  `select coalesce(e.token, m.token) as token from checkouts x
    left join enrollments e on e.id = x.enrollment_id left join memberships m on m.id = x.membership_id where x.id = $1`,
)

/** Finds the token of the person whose checkout it is. */
export const findCheckoutToken = async (db: Queryable, checkoutId: number): Promise<string | null> =>
  (await tokenOf(db, [checkoutId]))[0]?.token ?? null
