import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** The outbox: one row for each message to a person. `key` is unique, so that no event writes twice to the same person. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    key: text().notNull().unique('messages_key'),
    kind: text().notNull(),
    recipient: text().notNull(),
    data: jsonb().notNull(),
    createdAt: createdAt(),
    /** While someone sends it. */
    claimedUntil: instant(),
    sentAt: instant(),
    /** The mail server refuses the address for good. */
    refusedAt: instant(),
  },
  t => [index('messages_recipient').on(t.recipient)],
)
