import { bigint, check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isOneOf } from '#src/core/db/columns.ts'
import type { Service } from '#src/core/event-counts.ts'
import { measures } from '../../rules/figures.ts'

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

/** Calls to the outside services and how long they took, per day. Every process adds its own. */
export const answerTimes = pgTable(
  'answer_times',
  {
    day: date({ mode: 'string' }).notNull(),
    /** As in `Service` of src/core/event-counts.ts. */
    service: text().$type<Service>().notNull(),
    calls: integer().notNull(),
    totalMs: bigint({ mode: 'number' }).notNull(),
    slowestMs: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.day, t.service] })],
)
