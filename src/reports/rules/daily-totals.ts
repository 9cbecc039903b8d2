/**
 * Counts per day, with the meaning of `key`:
 * - `launches`: launches by outcome of the launch diary.
 * - `entered`: people who got access, by its source.
 * - `sales`, `refunds`: amounts in minor units, by currency.
 * - `minutes`: minutes from the first launch to access, of the people who got it that week; `median` and `slowest` (the
 *   90th percentile). Stored at the Monday of the week.
 */
export const measures = ['launches', 'entered', 'sales', 'refunds', 'minutes'] as const
export type Measure = (typeof measures)[number]

export interface DailyTotal {
  /** 'YYYY-MM-DD' in the business time zone. */
  day: string
  measure: Measure
  key: string
  total: number
}

/** Adds days to a day 'YYYY-MM-DD'. */
export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Returns the Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Lists `count` days, `step` days apart, the last one being `last`. */
export const daysUntil = (last: string, count: number, step = 1): string[] =>
  Array.from({ length: count }, (_, at) => addDays(last, (at + 1 - count) * step))

/** Sums totals by the key that `by` gives them; null leaves a total out. */
export const sumBy = (totals: DailyTotal[], by: (total: DailyTotal) => string | null): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const total of totals) {
    const key = by(total)
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + total.total)
  }
  return sums
}
