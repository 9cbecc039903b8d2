import { counted } from '#src/core/rules/counted.ts'
import { moneyText } from '#src/core/rules/money.ts'

const UNITS = [
  { minutes: 24 * 60, one: 'day', many: 'days' },
  { minutes: 60, one: 'hour', many: 'hours' },
  { minutes: 1, one: 'minute', many: 'minutes' },
]

/** Writes minutes in their largest unit: '3 minutes', '2 hours', '5 days'. */
export const durationText = (minutes: number): string => {
  const unit = UNITS.find(u => minutes >= u.minutes) ?? UNITS[2]!
  const value = Math.max(1, Math.round(minutes / unit.minutes))
  return counted(value, unit.one, unit.many)
}

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
const sumBy = (totals: DailyTotal[], by: (total: DailyTotal) => string | null): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const total of totals) {
    const key = by(total)
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + total.total)
  }
  return sums
}

/** Sums totals by day or week, as `by` gives it; null leaves a total out. `none` stands where there is no total. */
const seriesOf = (days: string[], totals: DailyTotal[], by: Parameters<typeof sumBy>[1], none = 0): number[] => {
  const sums = sumBy(totals, by)
  return days.map(day => sums.get(day) ?? none)
}

/** A figure as numbers, to be drawn and to be shown as a table. */
export interface Figure {
  title: string
  /** The figure in a sentence. */
  point: string
  /** The length of a column: a day, or the week that begins on it. */
  step: 'day' | 'week'
  days: string[]
  /** Bars are stacked, lines are not. */
  shape: 'bars' | 'lines'
  parts: { name: string; values: number[] }[]
  /** The same weeks of the year before, as a line behind the bars. */
  yearBefore?: number[]
  /** Durations in minutes get a logarithmic scale. */
  scale?: 'minutes'
  /** Writes a value as text. */
  write(value: number): string
}

/** Returns true if a figure has nothing to draw. */
export const isEmpty = ({ parts, yearBefore = [] }: Figure): boolean =>
  ![...parts.flatMap(p => p.values), ...yearBefore].some(value => value > 0)

const WEEKS = 26
const YEAR_DAYS = 52 * 7
/** Days of totals that the figures need: half a year, and the same half a year before. */
export const FIGURE_DAYS = WEEKS * 7 + YEAR_DAYS + 7
const LAUNCH_DAYS = 30

const count = (value: number): string => Math.round(value).toLocaleString('en-US')
const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0)
const ofMeasure = (totals: DailyTotal[], measure: Measure): DailyTotal[] => totals.filter(t => t.measure === measure)

interface Given {
  today: string
  totals: DailyTotal[]
}

/** Outcomes of the launch diary that opened no page because another step or a check came between. */
const NO_LAUNCH = ['asked', 'checked']

/** Launches of the last 30 days. `refusals` has the title of each reason of a refusal. */
export const launchFigure = ({ today, totals }: Given, refusals: Record<string, string>): Figure => {
  const days = daysUntil(today, LAUNCH_DAYS)
  const launches = ofMeasure(totals, 'launches').filter(t => !NO_LAUNCH.includes(t.key) && t.day >= days[0]!)
  const refused = launches.filter(t => t.key in refusals)
  const perDay = (some: DailyTotal[]) => seriesOf(days, some, t => t.day)
  const opened = perDay(launches.filter(t => !(t.key in refusals)))
  return {
    title: 'Launches',
    point: launchPoint(sum(opened), refused, refusals),
    step: 'day',
    days,
    shape: 'bars',
    parts: [
      { name: 'Opened', values: opened },
      { name: 'Refused', values: perDay(refused) },
    ],
    write: count,
  }
}

const launchPoint = (opened: number, refused: DailyTotal[], refusals: Record<string, string>): string => {
  const byReason = [...sumBy(refused, t => t.key)].toSorted(([, a], [, b]) => b - a)
  const all = opened + sum(byReason.map(([, total]) => total))
  if (all === 0) return `No launches in the last ${LAUNCH_DAYS} days.`
  const total = `${counted(all, 'launch', 'launches')} in the last ${LAUNCH_DAYS} days.`
  const [most] = byReason
  if (!most) return `${total} None was refused.`
  const share = Math.max(0.1, (100 * (all - opened)) / all).toFixed(1)
  return `${total} ${share}% were refused, most often with “${refusals[most[0]]}”.`
}

/** Names of the ways to get access, in the order of the bars. */
const WAYS = { code: 'Access code', card: 'Card', free: 'Free', staff: 'By staff' }

/** People who got access in each week of the last half year, beside the year before. */
export const accessFigure = ({ today, totals }: Given): Figure => {
  const weeks = daysUntil(mondayOf(today), WEEKS, 7)
  const entered = ofMeasure(totals, 'entered')
  const sums = sumBy(entered, t => `${mondayOf(t.day)} ${t.key}`)
  const parts = Object.entries(WAYS).map(([key, name]) => ({
    name,
    values: weeks.map(week => sums.get(`${week} ${key}`) ?? 0),
  }))
  const yearBefore = seriesOf(weeks, entered, t => addDays(mondayOf(t.day), YEAR_DAYS))
  const point = accessPoint(sum(parts.flatMap(p => p.values)), sum(yearBefore))
  return {
    title: 'New access',
    point,
    step: 'week',
    days: weeks,
    shape: 'bars',
    parts: parts.filter(p => sum(p.values) > 0),
    ...(sum(yearBefore) > 0 && { yearBefore }),
    write: count,
  }
}

const accessPoint = (now: number, before: number): string => {
  if (now === 0) return 'Nobody got access in the last half year.'
  const people = `${counted(now, 'person', 'people')} got access in the last half year`
  return before === 0 ? `${people}.` : `${people}, and ${count(before)} in the same weeks a year before.`
}

/** Sales and refunds of each week of the last half year, in the currency with the most sales. */
export const salesFigure = ({ today, totals }: Given): Figure => {
  const weeks = daysUntil(mondayOf(today), WEEKS, 7)
  const recent = totals.filter(t => t.day >= weeks[0]! && /^(sales|refunds)$/.test(t.measure))
  const byCurrency = [...sumBy(ofMeasure(recent, 'sales'), t => t.key)].toSorted(([, a], [, b]) => b - a)
  const currency = byCurrency[0]?.[0] ?? recent[0]?.key ?? 'usd'
  const perWeek = (measure: Measure) =>
    seriesOf(weeks, ofMeasure(totals, measure), t => (t.key === currency ? mondayOf(t.day) : null))
  const [sales, refunds] = [perWeek('sales'), perWeek('refunds')]
  const write = (amount: number) => moneyText({ amount, currency })
  const others = recent.some(t => t.key !== currency) ? ' Other currencies are left out.' : ''
  return {
    title: 'Card sales',
    point:
      recent.length === 0
        ? 'No card sales in the last half year.'
        : `${write(sum(sales))} sold in the last half year, ${write(sum(refunds))} refunded.${others}`,
    step: 'week',
    days: weeks,
    shape: 'lines',
    parts: [
      { name: 'Sold', values: sales },
      { name: 'Refunded', values: refunds },
    ],
    write,
  }
}

/** Time that students needed from their first launch to access, by week. */
export const waitFigure = ({ today, totals }: Given): Figure => {
  const weeks = daysUntil(mondayOf(today), WEEKS, 7)
  const minutes = ofMeasure(totals, 'minutes')
  const perWeek = (key: string) => seriesOf(weeks, minutes, t => (t.key === key ? t.day : null), Number.NaN)
  const [median, slowest] = [perWeek('median'), perWeek('slowest')]
  const last = median.findLastIndex(value => !Number.isNaN(value))
  return {
    title: 'From first launch to access',
    point:
      last < 0
        ? 'No student got access in the last half year.'
        : `In the last week with new students, half had access within ${durationText(median[last]!)}. The slowest tenth needed more than ${durationText(slowest[last]!)}.`,
    step: 'week',
    days: weeks,
    shape: 'lines',
    parts: [
      { name: 'Median', values: median },
      { name: 'Slowest tenth', values: slowest },
    ],
    scale: 'minutes',
    write: durationText,
  }
}
