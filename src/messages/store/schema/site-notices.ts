import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { staffUsers } from '#src/staff/store/schema.ts'

/** Site notices, shown in a red alert on every page. The newest one that has not ended is shown. */
export const notices = pgTable('notices', {
  id: id(),
  text: text().notNull(),
  staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  endedAt: instant(),
})
