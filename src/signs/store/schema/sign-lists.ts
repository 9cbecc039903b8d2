import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, reference } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'

/**
 * Lists of signs that teachers made for their course. Signs are named by their slug, as an import replaces their rows;
 * one that is gone is left out. Names are limited to 60 characters by the form; erasing a person may lengthen them.
 */
export const signLists = pgTable(
  'sign_lists',
  {
    id: id(),
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
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
