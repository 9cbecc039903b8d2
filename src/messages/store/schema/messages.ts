import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#src/core/db/columns.ts'

/** Message outbox, one row per message to a person. The unique `key` prevents sending twice for one event. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    key: text().notNull().unique('messages_key'),
    kind: text().notNull(),
    recipient: text().notNull(),
    data: jsonb().notNull(),
    createdAt: createdAt(),
    /** Set while a process sends it. */
    claimedUntil: instant(),
    sentAt: instant(),
    /** Set when the mail server rejected the address permanently. */
    refusedAt: instant(),
  },
  t => [
    index('messages_recipient').on(t.recipient),
    index('messages_sent_kind').on(t.kind, t.sentAt).where(sql`${t.sentAt} is not null`),
    /** For the staff search: mail about a course or a school. */
    index('messages_course').on(sql`lower(${t.data}->>'course')`, t.kind, t.id),
    index('messages_school').on(sql`lower(${t.data}->>'school')`, t.kind, t.id),
    index('messages_refused_at').on(t.refusedAt).where(sql`${t.refusedAt} is not null`),
  ],
)
