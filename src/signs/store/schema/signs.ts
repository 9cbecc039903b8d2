import { check, customType, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '#src/core/db/columns.ts'

/** Text with byte-order collation, so that a prefix search is one index range. */
const bytes = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Dictionary signs. The id is the sign's position in the course. An import replaces all rows in one transaction. */
export const signs = pgTable(
  'signs',
  {
    id: integer().primaryKey(),
    slug: text().notNull().unique('signs_slug'),
    gloss: text().notNull(),
    english: text().array().notNull(),
    /** Lists that came later may be null, which means empty. */
    spanish: text().array(),
    partOfSpeech: text().notNull(),
    unit: smallint().notNull(),
    lesson: text().notNull(),
    usage: text().notNull(),
    formation: text(),
    handshape: text(),
    otherHandshape: text(),
    location: text(),
    movement: text(),
    hands: text({ enum: ['one', 'two'] }),
    mouth: text(),
    notes: text(),
    related: text().array(),
    confusable: text().array(),
    video: text(),
    example: text(),
    variants: text().array().notNull(),
    signer: text(),
    reviewedBy: text(),
    reviewedAt: date(),
    transcript: text(),
  },
  t => [index('signs_lesson').on(t.unit, t.lesson), check('signs_hands', isOneOf(t.hands, ['one', 'two']))],
)

/** Search terms of each sign, starting at each of its words (`entriesOf` in dictionary.ts). */
export const signTerms = pgTable(
  'sign_terms',
  { text: bytes().notNull(), place: smallint().notNull(), signId: integer().notNull() },
  t => [primaryKey({ columns: [t.text, t.place, t.signId] })],
)

/**
 * Dictionary words keyed by every form with one letter removed, for typo search (`typoKeys` in dictionary.ts), and by
 * sound (`soundKey`).
 */
export const signSlips = pgTable('sign_slips', { key: bytes().notNull(), word: bytes().notNull() }, t => [
  primaryKey({ columns: [t.key, t.word] }),
])
