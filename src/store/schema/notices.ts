import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from './columns.ts'
import { staffUsers } from './staff.ts'

/** What staff tell everybody, in the red alert at the top (spec §2, Shared shell). The newest that is not ended counts. */
export const notices = pgTable('notices', {
  id: id(),
  text: text().notNull(),
  staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  endedAt: instant(),
})
