import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { bigint, timestamp } from 'drizzle-orm/pg-core'
import { spellingsOf } from '../rules/normalize.ts'

/** Column builders shared by all tables. Names are camelCase here and snake_case in SQL (drizzle's `casing`). */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const reference = () => bigint({ mode: 'number' })
/** A reference to the row that this one is a part of, and is deleted with. */
export const partOf = (column: Parameters<ReturnType<typeof reference>['references']>[0]) =>
  reference().notNull().references(column, { onDelete: 'cascade' })
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()

/** SQL condition that a column has one of these values, for the check of a `text({ enum })` column. */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map(value => `'${value}'`).join(', '))})`

/** SQL expression for indexing names by word, in lower case and without accents, by our function `name_words`. */
export const nameWords = (...names: AnyColumn[]): SQL =>
  sql`name_words(${sql.join(
    names.map(name => sql`coalesce(${name}, '')`),
    sql` || ' ' || `,
  )})`

/** Returns a query for `to_tsquery` of names in which each of these words, in any spelling, begins a word. */
export const wordQuery = (words: string[]): string => {
  const begins = (word: string) => spellingsOf(word).map(form => `${form}:*`)
  return words.map(word => `(${begins(word).join(' | ')})`).join(' & ')
}
