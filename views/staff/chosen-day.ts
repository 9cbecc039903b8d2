import { endOfDay } from '#src/core/rules/business-day.ts'

/** Returns the end of a day chosen in a form; null if empty. Keeps the stored instant when the day was not changed. */
export const chosenDay = (day: string, before: string, was: Date | null, timezone: string): Date | null =>
  day === before ? was : day === '' ? null : endOfDay(day, timezone)
