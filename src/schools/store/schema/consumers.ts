import { boolean, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { schools } from './schools.ts'

/** A school's connection by LTI 1.1. Its secrets are encrypted; only the queries in credentials.ts read them. */
export const consumers = pgTable(
  'consumers',
  {
    id: id(),
    schoolId: reference()
      .notNull()
      .references(() => schools.id),
    key: text().notNull().unique('consumers_key'),
    sealedSecret: text().notNull(),
    sealedPreviousSecret: text(),
    /** Its courses are on the publisher's own Canvas. */
    isHosted: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    index('consumers_school').on(t.schoolId),
    /** A course refers to both, so that its school is always the one of its connection. */
    unique('consumers_school_of').on(t.id, t.schoolId),
  ],
)

/**
 * One row per used nonce. The primary key makes a replay fail (RFC 5849 §3.3). There is no foreign key, because it
 * would make every launch lock its consumer's row. Rows are kept for minutes.
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
