/** Spans of time in milliseconds; a day by the clock, not by the calendar (business-day.ts). */
export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** Whole seconds, at least one: what a Retry-After says. */
export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))
