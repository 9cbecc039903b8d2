import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, reference } from '#src/core/db/columns.ts'

/** Grade sent to a school's LMS: 1 with access, 0 without. `asking`: sent, and no answer arrived. */
export const grades = pgTable(
  'grades',
  {
    subjectKind: text().notNull(),
    subjectId: reference().notNull(),
    /** Target it was sent to. A new target gets the grade again. */
    target: text(),
    score: integer(),
    asking: integer(),
    claimedUntil: instant(),
    problem: text(),
    /** Time of the first failed attempt since the last success. */
    failingSince: instant(),
    updatedAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.subjectKind, t.subjectId] }),
    check('grades_subject_kind', sql`${t.subjectKind} in ('enrollment', 'membership')`),
  ],
)
