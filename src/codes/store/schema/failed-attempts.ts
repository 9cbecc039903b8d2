import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { coupons } from './coupons.ts'

/**
 * Failed code attempts, so that staff can see why a person has no access. An unknown code is stored as its hash only. A
 * repeated attempt increments `count`, so that repeats stay one row.
 */
export const codeTries = pgTable(
  'code_tries',
  {
    id: id(),
    entitlementId: reference()
      .notNull()
      .references(() => entitlements.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    /** Null for an unknown code. */
    couponId: reference().references(() => coupons.id, { onDelete: 'cascade' }),
    /** A status of the MAX family, or the reason of a refusal. */
    answer: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: createdAt(),
    lastAt: instant().notNull(),
  },
  t => [unique('code_tries_once').on(t.entitlementId, t.codeHash, t.answer), index('code_tries_last_at').on(t.lastAt)],
)
