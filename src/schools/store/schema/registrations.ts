import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { platforms } from './platforms.ts'

/** Invitation for LTI Dynamic Registration: a single-use link, valid one week. */
export const registrationInvites = pgTable(
  'registration_invites',
  {
    id: id(),
    tokenHash: text().notNull().unique('registration_invites_token'),
    /** Recipient, as noted by staff. */
    note: text().notNull(),
    createdBy: reference(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    platformId: reference().references(() => platforms.id, { onDelete: 'set null' }),
  },
  t => [index('registration_invites_expires_at').on(t.expiresAt)],
)
