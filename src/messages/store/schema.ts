import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { createdAt, id, instant, partOf, reference } from '#src/core/db/columns.ts'
import type { Language } from '#src/core/rules/language.ts'
import type { HelpKind, TemplateName } from '../rules/help-desk.ts'
import type { HelpSlot } from '../rules/signed-help.ts'

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
    /** Set in place of sending a code that was too old by then. */
    expiredAt: instant(),
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

/** Site notices, shown in a red alert on every page. The newest one that staff did not end is shown, until its time. */
export const notices = pgTable('notices', {
  id: id(),
  text: text().notNull(),
  /** The text in Spanish, for pages in that language. */
  textEs: text(),
  /** Staff chose this end. Null: it is shown until they end it. */
  endsAt: instant(),
  staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  endedAt: instant(),
})

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
    /** Kind of the request, guessed from its words and facts. */
    kind: text().$type<HelpKind>().notNull().default('other'),
    ownerId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  },
  t => [index('help_requests_at').on(t.at)],
)

/** Replies to help requests, which the outbox mails. */
export const helpReplies = pgTable(
  'help_replies',
  {
    id: id(),
    requestId: partOf(() => helpRequests.id),
    at: createdAt(),
    text: text().notNull(),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  },
  t => [index('help_replies_request').on(t.requestId)],
)

/** Templates of replies that staff changed. The others are in the catalogues. */
export const helpTemplates = pgTable(
  'help_templates',
  {
    name: text().$type<TemplateName>().notNull(),
    language: text().$type<Language>().notNull(),
    text: text().notNull(),
  },
  t => [primaryKey({ columns: [t.name, t.language] })],
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

/** Views of each slot, per day of the business time zone. Every process adds its own. */
export const helpViews = pgTable(
  'help_views',
  {
    day: date({ mode: 'string' }).notNull(),
    slot: text().$type<HelpSlot>().notNull(),
    views: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.day, t.slot] })],
)
