import { customType, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/** Text in the order of its bytes, whatever the database's own order is: what begins with a word is one range. */
const bytes = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The dictionary. Its number is its place in the course; an import writes all of them anew in one transaction. */
export const signs = pgTable(
  'signs',
  {
    id: integer().primaryKey(),
    slug: text().notNull().unique('signs_slug'),
    gloss: text().notNull(),
    english: text().array().notNull(),
    partOfSpeech: text().notNull(),
    unit: smallint().notNull(),
    lesson: text().notNull(),
    usage: text().notNull(),
    formation: text(),
    video: text(),
    variants: text().array().notNull(),
    signer: text(),
    reviewedBy: text(),
    reviewedAt: date(),
    transcript: text(),
  },
  t => [index('signs_lesson').on(t.unit, t.lesson)],
)

/** Every term of a sign, from each of its words on (src/domain/dictionary.ts, entriesOf). */
export const signTerms = pgTable(
  'sign_terms',
  { text: bytes().notNull(), place: smallint().notNull(), signId: integer().notNull() },
  t => [primaryKey({ columns: [t.text, t.place, t.signId] })],
)

/** The dictionary's words by what is left of them when one letter is lost (src/domain/dictionary.ts, typoKeys). */
export const signSlips = pgTable('sign_slips', { key: bytes().notNull(), word: bytes().notNull() }, t => [
  primaryKey({ columns: [t.key, t.word] }),
])
