import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#src/core/db/columns.ts'

/** Help requests from the form, with the facts that the chat widget would have received. */
export const helpRequests = pgTable(
  'help_requests',
  {
    id: id(),
    at: createdAt(),
    email: text().notNull(),
    text: text().notNull(),
    /** Named as the chat widget's attributes. */
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    answeredAt: instant(),
  },
  t => [index('help_requests_at').on(t.at)],
)

/** Visits to a payment page without a token, counted by day and page. */
export const supportFlags = pgTable(
  'support_flags',
  {
    day: text().notNull(),
    page: text().notNull(),
    count: integer().notNull().default(1),
    lastAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.day, t.page] })],
)
