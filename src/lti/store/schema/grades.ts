import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { subjectKinds } from '#src/access/rules/entitlement.ts'
import { createdAt, instant, isOneOf, reference } from '#src/core/db/columns.ts'

/** Grade sent to a school's LMS: 1 with access, 0 without. `asking`: sent, and no answer arrived. */
export const grades = pgTable(
  'grades',
  {
    subjectKind: text({ enum: subjectKinds }).notNull(),
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
    index('grades_problem').on(t.subjectKind, t.subjectId).where(sql`${t.problem} is not null`),
    check('grades_subject_kind', isOneOf(t.subjectKind, subjectKinds)),
  ],
)
