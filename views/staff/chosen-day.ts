import { endOfDay, readDay } from '#src/core/rules/business-day.ts'

/** Text that is no date. Operations refuse a day in the past. */
const NO_DATE = new Date(0)

/** Returns the end of a day chosen in a form; null if empty. Keeps the stored instant when the day was not changed. */
export const chosenDay = (typed: string, before: string, was: Date | null, timezone: string): Date | null => {
  if (typed === before) return was
  const day = readDay(typed)
  if (day === undefined) return NO_DATE
  return day === null ? null : endOfDay(day, timezone)
}
