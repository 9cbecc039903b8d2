import { boolean, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { enrollments } from '#src/access/store/schema/enrollments.ts'
import { memberships } from '#src/access/store/schema/memberships.ts'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'

/**
 * A person who may have paid before their school moved from LTI 1.1 to 1.3, when the LMS does not prove it. Staff
 * decide whether the enrollment becomes the membership (docs/rules/launches.md).
 */
export const moveSuggestions = pgTable(
  'move_suggestions',
  {
    id: id(),
    enrollmentId: reference()
      .notNull()
      .references(() => enrollments.id, { onDelete: 'cascade' }),
    membershipId: reference()
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    /** Reason for the suggestion, shown to staff. */
    reason: text().notNull(),
    createdAt: createdAt(),
    decidedAt: instant(),
    decidedBy: reference(),
    accepted: boolean(),
  },
  t => [unique('move_suggestions_pair').on(t.enrollmentId, t.membershipId)],
)
