import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from './columns.ts'
import { platforms } from './platforms.ts'

/** An invitation to register a platform by itself (LTI Dynamic Registration): one link, one use, one week. */
export const registrationInvites = pgTable(
  'registration_invites',
  {
    id: id(),
    tokenHash: text().notNull().unique('registration_invites_token'),
    /** For whom, as staff wrote it down. */
    note: text().notNull(),
    createdBy: reference(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    platformId: reference().references(() => platforms.id, { onDelete: 'set null' }),
  },
  t => [index('registration_invites_expires_at').on(t.expiresAt)],
)
