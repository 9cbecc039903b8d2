import { bigint, check, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '#src/core/db/columns.ts'
import { measures } from '../rules/daily-totals.ts'

/** One number per day, measure and key. Days are those of the business time zone. */
export const dailyTotals = pgTable(
  'daily_totals',
  {
    day: date({ mode: 'string' }).notNull(),
    measure: text({ enum: measures }).notNull(),
    /** The value that the measure is split by; see `measures`. */
    key: text().notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  t => [
    primaryKey({ columns: [t.day, t.measure, t.key] }),
    check('daily_totals_measure', isOneOf(t.measure, measures)),
  ],
)
