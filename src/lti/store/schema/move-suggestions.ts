import { boolean, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'

/**
 * A person who may have paid before their school moved from LTI 1.1 to 1.3, when the LMS does not prove it. Staff
 * decide whether the one becomes the other (docs/rules/launches.md).
 */
export const moveSuggestions = pgTable(
  'move_suggestions',
  {
    id: id(),
    /** The entitlement of LTI 1.1, and the new one of LTI 1.3. */
    fromId: reference()
      .notNull()
      .references(() => entitlements.id, { onDelete: 'cascade' }),
    toId: reference()
      .notNull()
      .references(() => entitlements.id, { onDelete: 'cascade' }),
    /** Reason for the suggestion, shown to staff. */
    reason: text().notNull(),
    createdAt: createdAt(),
    decidedAt: instant(),
    decidedBy: reference(),
    accepted: boolean(),
  },
  t => [unique('move_suggestions_pair').on(t.fromId, t.toId)],
)
