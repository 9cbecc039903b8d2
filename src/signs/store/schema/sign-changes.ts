import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, reference } from '#src/core/db/columns.ts'
import { staffUsers } from '#src/staff/store/schema.ts'
import type { SignEntry } from '../../rules/dictionary.ts'
import type { EntryTexts } from '../../rules/entry-fields.ts'
import { changeStates } from '../../rules/sign-change.ts'

/**
 * Changes of dictionary entries by staff. A row is a version and its fields never change. Approved rows are kept, because
 * an import of content applies them again.
 */
export const signChanges = pgTable(
  'sign_changes',
  {
    id: id(),
    /** Slug of the sign. An import gives signs new rows, so this is no foreign key. */
    sign: text().notNull(),
    /** The changed fields only, as written in forms and files. */
    fields: jsonb().$type<Partial<EntryTexts>>().notNull(),
    /** The whole entry, of one that is added or withdrawn. */
    entry: jsonb().$type<SignEntry>(),
    withdraws: boolean().notNull().default(false),
    state: text({ enum: changeStates }).notNull(),
    proposedBy: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    reviewedBy: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    reviewedAt: instant(),
    /** Says what to change, if a reviewer sent it back. */
    comment: text().notNull().default(''),
  },
  t => [
    check('sign_changes_state', isOneOf(t.state, changeStates)),
    uniqueIndex('sign_changes_waiting').on(t.sign).where(sql`${t.state} = 'waiting'`),
    index('sign_changes_sign').on(t.sign, t.id),
    index('sign_changes_in_state').on(t.state, t.id),
  ],
)
