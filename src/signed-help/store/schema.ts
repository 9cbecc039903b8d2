import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { HelpSlot } from '../rules/help-slots.ts'

/** Views of each slot, per day of the business time zone. Every process adds its own. */
export const helpViews = pgTable(
  'help_views',
  {
    day: date({ mode: 'string' }).notNull(),
    slot: text().$type<HelpSlot>().notNull(),
    views: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.day, t.slot] })],
)
