import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from './columns.ts'
import { enrollments } from './enrollments.ts'
import { memberships } from './memberships.ts'
import { products } from './products.ts'

/** A checkout at the card provider, as we asked for it, and how it ended (rules.md A3). Amounts are minor units. */
export const checkouts = pgTable(
  'checkouts',
  {
    stripeSessionId: text().primaryKey(),
    /** Whose it is: exactly one of the two. */
    enrollmentId: reference().references(() => enrollments.id),
    membershipId: reference().references(() => memberships.id),
    /** What must be paid, before tax: anything else is flagged. */
    amount: integer().notNull(),
    currency: text().notNull(),
    livemode: boolean().notNull(),
    status: text().notNull().default('open'),
    /** Where the receipt goes; kept apart from what the LMS says about the person. */
    receiptEmail: text(),
    paymentIntent: text().unique('checkouts_payment_intent'),
    /** What was paid, tax included. */
    total: integer(),
    /** What was odd when it was paid: domain/payment.ts. */
    findings: text().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    completedAt: instant(),
  },
  t => [
    check('checkouts_of_one', sql`num_nonnulls(${t.enrollmentId}, ${t.membershipId}) = 1`),
    check('checkouts_status', sql`${t.status} in ('open', 'expired', 'pending', 'failed', 'paid', 'flagged')`),
    index('checkouts_enrollment').on(t.enrollmentId),
    index('checkouts_membership').on(t.membershipId),
    index('checkouts_unfinished').on(t.expiresAt).where(sql`${t.status} in ('open', 'pending')`),
  ],
)

/** One product of a checkout. `covers` is settled whenever something happens to the payment. */
export const checkoutLines = pgTable(
  'checkout_lines',
  {
    stripeSessionId: text()
      .notNull()
      .references(() => checkouts.stripeSessionId, { onDelete: 'cascade' }),
    productId: reference()
      .notNull()
      .references(() => products.id),
    priceId: text().notNull(),
    /** What was paid for it, tax included. */
    amount: integer(),
    covers: boolean().notNull().default(false),
    /** When staff took it back by taking the person out. */
    voidedAt: instant(),
  },
  t => [primaryKey({ columns: [t.stripeSessionId, t.productId] })],
)

/** What a charge says by now. A row may come before its checkout is known to be paid: events come in any order. */
export const cardPayments = pgTable('card_payments', {
  paymentIntent: text().primaryKey(),
  charged: integer(),
  refunded: integer().notNull().default(0),
})

export const cardRefunds = pgTable(
  'card_refunds',
  {
    refundId: text().primaryKey(),
    paymentIntent: text().notNull(),
    amount: integer().notNull(),
    /** A refund that failed stays so, whatever comes later. */
    failed: boolean().notNull(),
    /** The products it takes back, where we made it. */
    productIds: reference().array().notNull().default(sql`'{}'`),
    /** 'staff:7', where a colleague made it here. */
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
    state: text().notNull(),
    /** When the provider said so: the later end wins. */
    at: instant().notNull(),
  },
  t => [
    index('card_disputes_payment').on(t.paymentIntent),
    check('card_disputes_state', sql`${t.state} in ('open', 'won', 'lost')`),
  ],
)

/** What staff should look at. One row a checkout and kind; it closes by itself when its reason is gone. */
export const paymentFlags = pgTable(
  'payment_flags',
  {
    id: id(),
    stripeSessionId: text()
      .notNull()
      .references(() => checkouts.stripeSessionId, { onDelete: 'cascade' }),
    kind: text().notNull(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    /** 'system' or 'staff:7'; what staff closed stays closed. */
    closedBy: text(),
    note: text(),
  },
  t => [
    unique('payment_flags_once').on(t.stripeSessionId, t.kind),
    index('payment_flags_open').on(t.openedAt).where(sql`${t.closedAt} is null`),
  ],
)

/** Every event that was taken, once: its key is what makes a second one lose. */
export const stripeEvents = pgTable(
  'stripe_events',
  { id: text().primaryKey(), type: text().notNull(), takenAt: instant().notNull() },
  t => [index('stripe_events_taken_at').on(t.takenAt)],
)

/** The provider's prices as last seen; cleared when it says that one changed. Inactive: it does not sell. */
export const prices = pgTable('prices', {
  stripePriceId: text().primaryKey(),
  amount: integer().notNull(),
  currency: text().notNull(),
  sells: boolean().notNull(),
  stripeProduct: text().notNull(),
  fetchedAt: instant().notNull(),
})

/** One comparison of the provider's sessions with our rows. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: id(),
    at: instant().notNull(),
    /** 'system' for the nightly one, else who asked. */
    actor: text().notNull(),
    compared: integer().notNull(),
    /** Sentences for staff: what was put right, and what only a person can. */
    healed: text().array().notNull(),
    open: text().array().notNull(),
  },
  t => [index('reconciliations_at').on(t.at)],
)
