/** Spans of time in milliseconds; a day by the clock, not by the calendar (business-day.ts). */
export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS
