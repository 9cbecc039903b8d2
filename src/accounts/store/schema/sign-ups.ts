import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { people } from '#src/access/store/schema/people.ts'
import { createdAt, id, instant, partOf } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'

/**
 * A pending sign-up: the person, the hash of the code we sent and the encrypted password, kept for 15 minutes. Each row
 * has its own code. Only the same details from the same network replace a row. Rows are deleted when they expire.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: id(),
    courseId: partOf(() => courses.id),
    email: text().notNull(),
    /** Network that asked for it: an IPv4 address, or the first half of an IPv6 address. */
    network: text().notNull().default(''),
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

/** A browser that verified an email, identified by its cookie's hash. A join link redeems codes for that email only. */
export const verifiedBrowsers = pgTable(
  'verified_browsers',
  {
    tokenHash: text().primaryKey(),
    personId: partOf(() => people.id),
    courseId: partOf(() => courses.id),
    expiresAt: instant().notNull(),
  },
  t => [index('verified_browsers_expires_at').on(t.expiresAt)],
)

/** One row per captcha response that was accepted. The primary key makes a second use fail. */
export const captchaUses = pgTable('captcha_uses', { key: text().primaryKey(), expiresAt: instant().notNull() }, t => [
  index('captcha_uses_expires_at').on(t.expiresAt),
])
