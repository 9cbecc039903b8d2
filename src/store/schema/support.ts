import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** What people wrote in the form 'ask for help', with the facts that a chat would have told. */
export const helpRequests = pgTable(
  'help_requests',
  {
    id: id(),
    at: createdAt(),
    email: text().notNull(),
    text: text().notNull(),
    /** The names of spec §1, for the widget and for this form alike. */
    facts: jsonb().notNull(),
    answeredAt: instant(),
  },
  t => [index('help_requests_at').on(t.at)],
)

/** 'Support is flagged' (spec §2): a payment page that was opened without its token, counted by day and page. */
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
