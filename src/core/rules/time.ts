/** Durations in milliseconds; DAY_MS is 24 hours, not a calendar day (business-day.ts). */
export const MINUTE_MS = 60 * 1000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Returns whole seconds, at least 1, for Retry-After. */
export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))
