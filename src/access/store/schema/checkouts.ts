import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, partOf, reference } from '#src/core/db/columns.ts'
import { products } from '#src/courses/store/schema/courses.ts'
import { checkoutStatuses, disputeStates, findings, flagKinds } from '../../rules/payment.ts'
import { entitlements } from './entitlements.ts'

/** A card checkout as we requested it, and its outcome (docs/rules/payments.md). Amounts are in minor units. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: id(),
    stripeSessionId: text().notNull().unique('checkouts_stripe_session'),
    entitlementId: reference().notNull(),
    /** The entitlement's course, for the list of payments. */
    courseId: reference().notNull(),
    /** Expected amount before tax. A payment of any other amount is flagged. */
    amount: integer().notNull(),
    currency: text().notNull(),
    livemode: boolean().notNull(),
    status: text({ enum: checkoutStatuses }).notNull().default('open'),
    /** Receipt address from the checkout. Kept apart from the email the LMS sent. */
    receiptEmail: text(),
    paymentIntent: text().unique('checkouts_payment_intent'),
    /** Amount paid, including tax. */
    total: integer(),
    /** Irregularities found when it was paid; see `Finding` in the payment rules. */
    findings: text({ enum: findings }).array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    completedAt: instant(),
    /** When we last asked the provider without an event (docs/rules/payments.md). */
    checkedAt: instant(),
    /** When the provider last said that it is not paid. Older than `checkedAt`: the provider did not answer. */
    unpaidAt: instant(),
  },
  t => [
    foreignKey({
      name: 'checkouts_entitlement_course',
      columns: [t.entitlementId, t.courseId],
      foreignColumns: [entitlements.id, entitlements.courseId],
    }).onUpdate('cascade'),
    check('checkouts_status', isOneOf(t.status, checkoutStatuses)),
    index('checkouts_entitlement').on(t.entitlementId),
    // The list of payments filters by school, term and product: it needs no other column of these rows.
    index('checkouts_course').on(t.courseId, t.id),
    // A receipt shows the last 10 characters.
    index('checkouts_session_end').on(sql`right(${t.stripeSessionId}, 10)`),
    // The search of the back office finds payments by amount and date.
    index('checkouts_paid_amount')
      .on(sql`coalesce(${t.total}, ${t.amount})`, t.completedAt)
      .where(sql`${t.completedAt} is not null`),
    index('checkouts_paid_at').on(t.completedAt).where(sql`${t.completedAt} is not null`),
    // The list of the back office shows the few that are refunded, flagged or not paid.
    index('checkouts_not_paid').on(t.status, t.id).where(sql`${t.status} <> 'paid'`),
    index('checkouts_unfinished').on(t.expiresAt).where(sql`${t.status} in ('open', 'pending')`),
  ],
)

/**
 * SQL condition that the money of a checkout `x` came in, as ordered or not. A payment that needs attention counts as
 * revenue until it is refunded.
 */
export const IS_REVENUE = "x.completed_at is not null and x.status in ('paid', 'flagged')"

/** SQL for the amount of a checkout `x` that came in, with the payment `b` as the provider told it. */
export const RECEIVED = 'coalesce(b.charged, x.total, x.amount)'

/** One product of a checkout. `covers` is recalculated after every payment event. */
export const checkoutLines = pgTable(
  'checkout_lines',
  {
    checkoutId: partOf(() => checkouts.id),
    productId: reference()
      .notNull()
      .references(() => products.id),
    priceId: text().notNull(),
    /** Amount paid for it, including tax. */
    amount: integer(),
    covers: boolean().notNull().default(false),
    /** When staff voided it by removing the person from the course. */
    voidedAt: instant(),
  },
  t => [primaryKey({ columns: [t.checkoutId, t.productId] })],
)

/** Latest state of a charge. Events arrive in any order, so a row may exist before its checkout is known to be paid. */
export const cardPayments = pgTable(
  'card_payments',
  {
    paymentIntent: text().primaryKey(),
    charged: integer(),
    refunded: integer().notNull().default(0),
  },
  t => [index('card_payments_refunded').on(t.paymentIntent).where(sql`${t.refunded} > 0`)],
)

export const cardRefunds = pgTable(
  'card_refunds',
  {
    refundId: text().primaryKey(),
    paymentIntent: text().notNull(),
    amount: integer().notNull(),
    /** Once failed, a refund stays failed, whatever arrives later. */
    failed: boolean().notNull(),
    /** The refunded products; empty when the refund was not made here. */
    productIds: reference().array().notNull().default(sql`'{}'`),
    /** Actor such as 'staff:7' when staff made the refund here. */
    madeBy: text(),
    at: instant().notNull(),
  },
  t => [index('card_refunds_payment').on(t.paymentIntent)],
)

export const cardDisputes = pgTable(
  'card_disputes',
  {
    disputeId: text().primaryKey(),
    paymentIntent: text().notNull(),
    state: text({ enum: disputeStates }).notNull(),
    /** Time from the provider. The later of two outcomes wins. */
    at: instant().notNull(),
    /** Deadline of the provider for an answer. */
    dueAt: instant(),
  },
  t => [
    index('card_disputes_payment').on(t.paymentIntent),
    check('card_disputes_state', isOneOf(t.state, disputeStates)),
  ],
)

/**
 * A payment problem for staff to review. One row per checkout and kind; it closes automatically when the reason is
 * gone.
 */
export const paymentFlags = pgTable(
  'payment_flags',
  {
    id: id(),
    checkoutId: partOf(() => checkouts.id),
    kind: text({ enum: flagKinds }).notNull(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    /** 'system' or an actor such as 'staff:7'. A flag that staff closed stays closed. */
    closedBy: text(),
    note: text(),
  },
  t => [
    unique('payment_flags_of_checkout').on(t.checkoutId, t.kind),
    check('payment_flags_kind', isOneOf(t.kind, flagKinds)),
    index('payment_flags_open').on(t.openedAt).where(sql`${t.closedAt} is null`),
  ],
)
