import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '#src/core/db/columns.ts'

/** Processed webhook events. The primary key makes a second delivery fail. */
export const stripeEvents = pgTable(
  'stripe_events',
  { id: text().primaryKey(), type: text().notNull(), takenAt: instant().notNull() },
  t => [index('stripe_events_taken_at').on(t.takenAt)],
)

/** Deliveries to the webhook that were refused, for example for a wrong signature, by hour. Kept a week. */
export const refusedEvents = pgTable('refused_events', { hour: instant().primaryKey(), count: integer().notNull() })

/** Cache of the provider's prices, cleared by `price.updated`. `sells` is false for an inactive price. */
export const prices = pgTable('prices', {
  stripePriceId: text().primaryKey(),
  amount: integer().notNull(),
  currency: text().notNull(),
  sells: boolean().notNull(),
  stripeProduct: text().notNull(),
  fetchedAt: instant().notNull(),
})

/** One reconciliation of the provider's sessions with our rows. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: id(),
    at: instant().notNull(),
    /** 'system' for the nightly run, otherwise the staff actor. */
    actor: text().notNull(),
    compared: integer().notNull(),
    /** Sentences for staff: problems that were fixed, and problems that need a person. */
    healed: text().array().notNull(),
    open: text().array().notNull(),
  },
  t => [index('reconciliations_at').on(t.at)],
)
