import { inTransaction } from '#src/core/db/transaction.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { Deps } from './deps.ts'
import { addDays, mondayOf } from './rules/daily-totals.ts'
import { findLastDay, saveTotals } from './store/daily-totals.ts'

/** Days that the first count reaches back: two years, so that a year can be compared with the one before. */
const FIRST_COUNT_DAYS = 2 * 366

/** Counts the days since the last count again, from the Monday of its week. Idempotent. */
export const countDays =
  ({ db, clock, timezone }: Deps) =>
  async (): Promise<void> => {
    const today = dayOf(clock.now(), timezone)
    const last = await findLastDay(db)
    const from = mondayOf(last && last < today ? last : last ? today : addDays(today, -FIRST_COUNT_DAYS))
    await inTransaction(db, tx => saveTotals(tx, { timezone, from, until: addDays(today, 1) }))
  }
