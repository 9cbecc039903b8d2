import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { createdAt, id, reference } from '#src/core/db/columns.ts'

/** Comments of reviewers on the drawing of a letter or number. */
export const alphabetComments = pgTable(
  'alphabet_comments',
  {
    id: id(),
    character: text().notNull(),
    text: text().notNull(),
    /** The version of the drawings that was looked at. */
    drawings: text().notNull(),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [index('alphabet_comments_character').on(t.character, t.id)],
)

/** A reviewer's approval of all drawings of one version. Another version needs another one. */
export const alphabetReviews = pgTable('alphabet_reviews', {
  drawings: text().primaryKey(),
  staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})
