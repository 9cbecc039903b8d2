import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { bigint, text, timestamp } from 'drizzle-orm/pg-core'

/** Column builders shared by all tables. Names are camelCase here and snake_case in SQL (drizzle's `casing`). */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const reference = () => bigint({ mode: 'number' })
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()

/**
 * Columns that record a person's access to a course; the same for enrollments and memberships (docs/rules/access.md).
 */
export const access = () => ({
  agreedAt: instant(),
  agreedTerms: text(),
  processedAt: instant(),
  processedBy: reference(),
  source: text(),
  /** When staff or a refund last removed access. Only a new code, payment or staff action restores it. */
  unprocessedAt: instant(),
  /** When access ends, or ended. */
  accessEndsAt: instant(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

/**
 * SQL expression for indexing names by word, in lower case and without accents. Migration 0021 creates `name_words`.
 */
export const nameWords = (...names: AnyColumn[]): SQL =>
  sql`name_words(${sql.join(
    names.map(name => sql`coalesce(${name}, '')`),
    sql` || ' ' || `,
  )})`
