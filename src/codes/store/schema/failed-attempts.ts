import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { subjectKinds } from '#src/access/rules/entitlement.ts'
import { createdAt, id, instant, isOneOf, reference } from '#src/core/db/columns.ts'
import { coupons } from './coupons.ts'

/**
 * Failed code attempts, so that staff can see why a person has no access. An unknown code is stored as its hash only. A
 * repeated attempt increments `count`, so that repeats stay one row.
 */
export const codeTries = pgTable(
  'code_tries',
  {
    id: id(),
    subjectKind: text({ enum: subjectKinds }).notNull(),
    subjectId: reference().notNull(),
    codeHash: text().notNull(),
    /** Null for an unknown code. */
    couponId: reference().references(() => coupons.id, { onDelete: 'cascade' }),
    /** A status of the MAX family, or the reason of a refusal. Rows of older releases contain the sentence. */
    answer: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: createdAt(),
    lastAt: instant().notNull(),
  },
  t => [
    unique('code_tries_once').on(t.subjectKind, t.subjectId, t.codeHash, t.answer),
    index('code_tries_last_at').on(t.lastAt),
    check('code_tries_subject_kind', isOneOf(t.subjectKind, subjectKinds)),
  ],
)
