import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, nameWords } from '#src/core/db/columns.ts'

/**
 * A school, as staff mean it: its name and every setting. Its connections are the consumers (LTI 1.1) and deployments
 * (LTI 1.3) through which its courses are launched; it may have several of both.
 */
export const schools = pgTable(
  'schools',
  {
    id: id(),
    name: text().notNull(),
    /** Students sign up with an address of this domain only. */
    emailDomain: text(),
    acceptsPayment: boolean().notNull().default(true),
    acceptsAccessCode: boolean().notNull().default(true),
    isK12: boolean('is_k12').notNull().default(false),
    passesGrades: boolean().notNull().default(true),
    /** Access lasts at least one year (docs/rules/access.md). */
    yearlyAccess: boolean().notNull().default(false),
    /** Placed unit links ask the LMS for a grade column each (LTI 1.3). */
    addsUnitColumns: boolean().notNull().default(false),
    /** Staff's own words: whom to write to, and what to know. */
    contact: text().notNull().default(''),
    note: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    uniqueIndex('schools_name_key').on(sql`lower(${t.name})`),
    index('schools_names').using('gin', nameWords(t.name)),
    check('schools_accept_something', sql`${t.acceptsPayment} or ${t.acceptsAccessCode}`),
  ],
)
