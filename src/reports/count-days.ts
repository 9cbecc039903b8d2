import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { addDays, mondayOf } from './rules/daily-totals.ts'
import { findLastDay, saveTotals } from './store/daily-totals.ts'

/** Days that the first count reaches back: two years, so that a year can be compared with the one before. */
const FIRST_COUNT_DAYS = 2 * 366

/** A day is not counted again later, because the launch diary forgets its rows. */
const LAST_RECOUNT_DAYS = 14

/**
 * Counts the days since the last count again, from the Monday of its week. Idempotent. A statement counts one week, since
 * the first count of a large database would reach the statement timeout; one transaction, so that no week is left out.
 */
export const countDays = async ({ db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>): Promise<void> => {
  const today = dayOf(clock.now(), timezone)
  const last = await findLastDay(db)
  const daysAgo = (days: number) => addDays(today, -days)
  const begin = last === null ? daysAgo(FIRST_COUNT_DAYS) : [last, daysAgo(LAST_RECOUNT_DAYS)].toSorted().at(-1)!
  await inTransaction(db, async tx => {
    for (let from = mondayOf(begin); from <= today; from = addDays(from, 7)) {
      const [until = ''] = [addDays(from, 7), addDays(today, 1)].toSorted()
      await saveTotals(tx, { timezone, from, until })
    }
  })
}
