import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

/** Rate limit counters in their current window. Example key: `wrong-code:token:<hash>`. */
export const limits = pgTable(
  'limits',
  { key: text().primaryKey(), count: integer().notNull(), resetsAt: instant().notNull() },
  t => [index('limits_resets_at').on(t.resetsAt)],
)
