import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from './columns.ts'
import { coupons } from './coupons.ts'

/**
 * Codes that a person tried in vain, so that staff can say why they are not in. A code that is none is kept as its
 * fingerprint alone; the same one tried again only counts, so that a stranger's repeating stays one row.
 */
export const codeTries = pgTable(
  'code_tries',
  {
    id: id(),
    subjectKind: text().notNull(),
    subjectId: reference().notNull(),
    codeHash: text().notNull(),
    /** Where it is a code of ours. */
    couponId: reference().references(() => coupons.id, { onDelete: 'cascade' }),
    /** The status or the sentence that the person got. */
    answer: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: createdAt(),
    lastAt: instant().notNull(),
  },
  t => [
    unique('code_tries_once').on(t.subjectKind, t.subjectId, t.codeHash, t.answer),
    index('code_tries_last_at').on(t.lastAt),
    check('code_tries_subject_kind', sql`${t.subjectKind} in ('enrollment', 'membership')`),
  ],
)
