import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/core/rules/time.ts'
import type { Random } from './random.ts'

/** An autumn term around now, or the one a year before. */
export interface Term {
  /** Midnight of its first Monday. */
  startsAt: Date
  endsAt: Date
  /** Nothing happens after this instant. */
  now: Date
}

/** Central Time without daylight saving: near enough for days and hours that are made up. */
const LOCAL_OFFSET_MS = 6 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** The thirteenth week is under way, as in late November. */
const DAYS_BEFORE_NOW = 91
/** The Friday of the sixteenth week. */
const TERM_DAYS = 110
const YEAR_MS = 52 * WEEK_MS

/** Returns the term of this autumn, or of the autumn `yearsBack` years ago. Terms begin on the same weekday. */
export const termOf = (now: Date, yearsBack = 0): Term => {
  const day = Math.floor((now.getTime() - LOCAL_OFFSET_MS) / DAY_MS) - DAYS_BEFORE_NOW
  // Day 4 since 1970 was a Monday.
  const monday = day - ((((day - 4) % 7) + 7) % 7)
  const start = monday * DAY_MS + LOCAL_OFFSET_MS - yearsBack * YEAR_MS
  return { startsAt: new Date(start), endsAt: new Date(start + TERM_DAYS * DAY_MS + DAY_MS - 1), now }
}

/** Share of a term's students who come in each week: most in the first weeks, some with a course of the second half. */
const WEEKS = [6, 27, 22, 12, 7, 4, 3, 6, 8, 4, 2, 2, 1, 1, 0.5, 0.5].map((weight, week) => [week, weight] as const)
const WEEKDAYS = [1.2, 1.1, 1, 0.9, 0.6, 0.25, 0.45].map((weight, day) => [day, weight] as const)
const HOURS = [0.3, 0.1, 0, 0, 0, 0.1, 0.4, 1, 3, 4, 4, 3.5, 3, 3.5, 3.5, 3, 2.5, 2, 2, 2.5, 3, 2.5, 1.5, 0.8].map(
  (weight, hour) => [hour, weight] as const,
)

/** Returns an instant of that local day, at an hour when people are awake. */
export const timeOfDay = (random: Random, day: Date): Date =>
  new Date(day.getTime() + random.weighted(HOURS) * HOUR_MS + random.between(0, HOUR_MS))

/** Returns when a student first comes, before now. */
export const arrival = (random: Random, { startsAt, now }: Term): Date => {
  for (;;) {
    const day = startsAt.getTime() + random.weighted(WEEKS) * WEEK_MS + random.weighted(WEEKDAYS) * DAY_MS
    const at = timeOfDay(random, new Date(day))
    if (at.getTime() < now.getTime() - 10 * MINUTE_MS) return at
  }
}

/** Returns the local midnight that began the day `daysAgo` days ago. */
export const dayBefore = (now: Date, daysAgo: number): Date =>
  new Date((Math.floor((now.getTime() - LOCAL_OFFSET_MS) / DAY_MS) - daysAgo) * DAY_MS + LOCAL_OFFSET_MS)

/** Returns whether a local midnight begins a Saturday or Sunday. */
export const isWeekend = (day: Date): boolean => [0, 6].includes(new Date(day.getTime() - LOCAL_OFFSET_MS).getUTCDay())

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)
export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)
