import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, reference } from './columns.ts'

/** What a school's LMS was told about a person: 1 is in, 0 is out again. `asking`: sent, and the answer never came. */
export const grades = pgTable(
  'grades',
  {
    subjectKind: text().notNull(),
    subjectId: reference().notNull(),
    /** Where it went: another place is told anew. */
    target: text(),
    score: integer(),
    asking: integer(),
    claimedUntil: instant(),
    problem: text(),
    /** Since when no attempt got an answer that counts. */
    failingSince: instant(),
    updatedAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.subjectKind, t.subjectId] }),
    check('grades_subject_kind', sql`${t.subjectKind} in ('enrollment', 'membership')`),
  ],
)
