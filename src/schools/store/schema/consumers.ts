import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, nameWords, reference } from '#src/core/db/columns.ts'

/** A school that launches by LTI 1.1. Its secrets are encrypted; only the queries in credentials.ts read them. */
export const consumers = pgTable(
  'consumers',
  {
    id: id(),
    key: text().notNull().unique('consumers_key'),
    name: text().notNull(),
    sealedSecret: text().notNull(),
    sealedPreviousSecret: text(),
    emailDomain: text(),
    acceptsPayment: boolean().notNull().default(true),
    acceptsAccessCode: boolean().notNull().default(true),
    isK12: boolean('is_k12').notNull().default(false),
    /** No longer read. A later release removes it, because older processes may still run beside this one. */
    takesCardsK12: boolean('takes_cards_k12').notNull().default(false),
    isHosted: boolean().notNull().default(false),
    passesGrades: boolean().notNull().default(true),
    /** Access lasts at least one year (docs/rules/access.md). */
    yearlyAccess: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    uniqueIndex('consumers_name_key').on(sql`lower(${t.name})`),
    index('consumers_names').using('gin', nameWords(t.name)),
    check('consumers_accept_something', sql`${t.acceptsPayment} or ${t.acceptsAccessCode}`),
  ],
)

/**
 * One row per used nonce. The primary key makes a replay fail (RFC 5849 §3.3). There is no foreign key, because it
 * would make every launch lock its school's row. Rows are kept for minutes.
 */
export const nonces = pgTable(
  'nonces',
  {
    consumerId: reference().notNull(),
    nonce: text().notNull(),
    expiresAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.consumerId, t.nonce] }), index('nonces_expires_at').on(t.expiresAt)],
)
