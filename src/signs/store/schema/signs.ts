import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { createdAt, id, instant, isOneOf, partOf, reference } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { partKinds } from '../../rules/content.ts'
import type { SignEntry } from '../../rules/dictionary.ts'
import type { EntryTexts } from '../../rules/entry-fields.ts'
import { changeStates } from '../../rules/sign-changes.ts'

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
    picture: text(),
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

/**
 * Changes of dictionary entries by staff. A row is a version and its fields never change. Approved rows are kept, because
 * an import of content applies them again.
 */
export const signChanges = pgTable(
  'sign_changes',
  {
    id: id(),
    /** Slug of the sign. An import gives signs new rows, so this is no foreign key. */
    sign: text().notNull(),
    /** The changed fields only, as written in forms and files. */
    fields: jsonb().$type<Partial<EntryTexts>>().notNull(),
    /** The whole entry, of one that is added or withdrawn. */
    entry: jsonb().$type<SignEntry>(),
    withdraws: boolean().notNull().default(false),
    state: text({ enum: changeStates }).notNull(),
    /** Name of the file that it was read from. Its changes, sent at one time by one person, are approved together. */
    file: text(),
    proposedBy: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    reviewedBy: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    reviewedAt: instant(),
    /** Says what to change, if a reviewer sent it back. */
    comment: text().notNull().default(''),
  },
  t => [
    check('sign_changes_state', isOneOf(t.state, changeStates)),
    uniqueIndex('sign_changes_waiting').on(t.sign).where(sql`${t.state} = 'waiting'`),
    index('sign_changes_sign').on(t.sign, t.id),
    index('sign_changes_in_state').on(t.state, t.id),
  ],
)

/**
 * Lists of signs that teachers made for their course. Signs are named by their slug, as an import replaces their rows;
 * one that is gone is left out. Names are limited to 60 characters by the form; erasing a person may lengthen them.
 */
export const signLists = pgTable(
  'sign_lists',
  {
    id: id(),
    courseId: partOf(() => courses.id),
    /** From 1 to 20, each once in a course, which limits their number. */
    place: smallint().notNull(),
    name: text().notNull(),
    link: text().notNull().unique('sign_lists_link'),
    signs: text().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('sign_lists_place').on(t.courseId, t.place),
    check('sign_lists_most', sql`${t.place} between 1 and 20`),
    check('sign_lists_signs', sql`cardinality(${t.signs}) <= 100`),
    check('sign_lists_name', sql`char_length(${t.name}) <= 1000`),
  ],
)

/** Imported content in the parts pages load: one row per unit, and one row each for everything else. */
export const contentParts = pgTable(
  'content_parts',
  { kind: text({ enum: partKinds }).notNull(), key: text().notNull(), body: jsonb().notNull() },
  t => [primaryKey({ columns: [t.kind, t.key] }), check('content_parts_kind', isOneOf(t.kind, partKinds))],
)

/** The imported content folder: a single row. `shipped` is our own sample, which a new version may replace. */
export const contentState = pgTable(
  'content_state',
  {
    id: integer().primaryKey().default(1),
    origin: text({ enum: ['shipped', 'own'] }).notNull(),
    fingerprint: text().notNull(),
    importedAt: createdAt(),
  },
  () => [check('content_state_one', sql`id = 1`), check('content_state_origin', sql`origin in ('shipped', 'own')`)],
)
