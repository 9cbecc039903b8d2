import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { bigint, text, timestamp } from 'drizzle-orm/pg-core'

/** The columns that every table builds on. Names are camelCase here and snake_case in SQL (drizzle's `casing`). */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const reference = () => bigint({ mode: 'number' })
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()

/** When and how a person came to be in a course, and until when: the same for both kinds of row (rules.md A5). */
export const access = () => ({
  agreedAt: instant(),
  agreedTerms: text(),
  processedAt: instant(),
  processedBy: reference(),
  source: text(),
  /** When staff or a refund took the person out last; only a new reason lets the person in again. */
  unprocessedAt: instant(),
  /** Until when who is in is in; of who is not, when their time was over. */
  accessEndsAt: instant(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

/**
 * The words of names as an index holds them: small letters without accents, whatever was written between them. The
 * function is made by a migration (0021).
 */
export const nameWords = (...names: AnyColumn[]): SQL =>
  sql`name_words(${sql.join(
    names.map(name => sql`coalesce(${name}, '')`),
    sql` || ' ' || `,
  )})`
