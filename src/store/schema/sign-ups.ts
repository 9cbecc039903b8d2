import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from './columns.ts'
import { courses } from './courses.ts'
import { people } from './people.ts'

/**
 * A sign-up on its way: who asked, the hash of the code that was sent, and the password, sealed, for a quarter of an
 * hour. Only the newest row of a course and an address counts. Nothing of it is kept once its time is over.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: id(),
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    name: text().notNull(),
    givenName: text().notNull(),
    familyName: text().notNull(),
    sealedPassword: text(),
    passwordUntil: instant().notNull(),
    codeHash: text().notNull(),
    codeUntil: instant().notNull(),
    tries: integer().notNull().default(0),
    verifiedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    index('sign_ups_email').on(t.courseId, t.email, t.id),
    index('sign_ups_password_until').on(t.passwordUntil),
    check('sign_ups_tries', sql`${t.tries} between 0 and 5`),
  ],
)

/** A browser that proved an address, by the hash of its cookie: a join link redeems codes for that address alone. */
export const verifiedBrowsers = pgTable(
  'verified_browsers',
  {
    tokenHash: text().primaryKey(),
    personId: reference()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  t => [index('verified_browsers_expires_at').on(t.expiresAt)],
)
