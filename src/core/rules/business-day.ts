import { type Language, localeOf } from './language.ts'
import { DAY_MS } from './time.ts'

/** Calendar days in the business time zone. Instants are stored in UTC (docs/rules/access.md). */

/** Cache of formatters by locale, zone and parts: creating one costs about 100 times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (locale: string, timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone} ${Object.entries(parts)}`
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...parts })
  formatters.set(key, kept)
  return kept
}

/** Returns the day of an instant in a zone, like '2026-11-21'. */
export const dayOf = (instant: Date, timezone: string): string =>
  formatter('en-CA', timezone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

/** Returns 'MM/DD/YY', the format of dates in tables, histories and staff pages. */
export const shortDate = (instant: Date, timezone: string): string =>
  dateText('en-US', instant, timezone, { year: '2-digit', month: '2-digit', day: '2-digit' })

/** Returns 'May 22, 2027', for sentences that people read. */
export const longDate = (instant: Date, timezone: string, language: Language = 'en'): string =>
  dateText(localeOf(language), instant, timezone, { year: 'numeric', month: 'long', day: 'numeric' })

/** Formats a date, or returns it as formatted before. Time zones change their day on a quarter-hour boundary. */
const dateText = (locale: string, instant: Date, timezone: string, parts: Intl.DateTimeFormatOptions): string => {
  const key = `${Math.floor(instant.getTime() / QUARTER_HOUR_MS)} ${parts.month} ${locale} ${timezone}`
  const known = dateTexts.get(key)
  if (known) return known
  if (dateTexts.size === MOST_KEPT) dateTexts.clear()
  const text = formatter(locale, timezone, parts).format(instant)
  dateTexts.set(key, text)
  return text
}

const dateTexts = new Map<string, string>()
const QUARTER_HOUR_MS = 15 * 60 * 1000
const MOST_KEPT = 1000

/**
 * Returns the last millisecond of a day 'YYYY-MM-DD' in a zone, also on days when the clocks change. Some zones change
 * at midnight, so that midnight occurs twice or not at all; the occurrence that ends the day is used.
 */
export const endOfDay = (day: string, timezone: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const midnightAsUtc = Date.UTC(year, month - 1, date + 1)
  const midnights = [-DAY_MS, DAY_MS].map(near => midnightAsUtc - offsetAt(midnightAsUtc + near, timezone))
  const ends = (instant: number) =>
    dayOf(new Date(instant - 1), timezone) <= day && dayOf(new Date(instant), timezone) > day
  return new Date((midnights.find(ends) ?? Math.max(...midnights)) - 1)
}

/** Returns the first millisecond of a day 'YYYY-MM-DD' in a zone. */
export const startOfDay = (day: string, timezone: string): Date => {
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
  return new Date(endOfDay(before, timezone).getTime() + 1)
}

/** Reads what an input of type datetime-local sends, in a zone. Undefined if it is none. */
export const readLocalTime = (typed: string, timezone: string): Date | undefined => {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return undefined
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc, timezone), timezone))
}

/** Returns an instant as an input of type datetime-local shows it. */
export const localTime = (instant: Date, timezone: string): string =>
  new Date(instant.getTime() + offsetAt(instant.getTime(), timezone)).toISOString().slice(0, 16)

/** Returns the offset of a zone from UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, timezone: string): number => {
  const parts = formatter('en-US', timezone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find(p => p.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(instant / 1000) * 1000
}

/** Returns 'MM/DD/YY' for a day 'YYYY-MM-DD'. */
export const shortDay = (day: string): string => day.replace(/^\d{2}(\d{2})-(\d{2})-(\d{2})$/, '$2/$3/$1')

/** Returns 'MM/DD/YY, 14:05', for histories and queues where the minute matters. */
export const shortTime = (instant: Date, timezone: string): string =>
  `${shortDate(instant, timezone)}, ${formatter('en-US', timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant)}`

/** Returns 'Central Time' for 'America/Chicago'. */
export const zoneName = (timezone: string): string =>
  formatter('en-US', timezone, { timeZoneName: 'longGeneric' })
    .formatToParts(Date.UTC(2026, 0))
    .find(p => p.type === 'timeZoneName')?.value ?? timezone

/** Parses a typed date to 'YYYY-MM-DD'. Returns null if empty, undefined if not a date. */
export const readDay = (typed: string): string | null | undefined => {
  if (typed === '') return null
  const american = typed.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/)
  const iso = american ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}` : typed
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

/** Seasons of the north from December on. In the south it is the one of half a year later. */
const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const
export type Season = (typeof SEASONS)[number]

/** Time zones south of the equator where schools may be. Others count as north. */
const SOUTH =
  /^(Australia|Antarctica)\/|^Pacific\/(Auckland|Chatham|Fiji|Tongatapu|Apia)$|^Africa\/(Johannesburg|Harare|Maputo|Windhoek|Lusaka)$|^America\/(Sao_Paulo|Argentina\/.+|Buenos_Aires|Santiago|Montevideo|Asuncion|La_Paz|Lima)$/

/** Returns the season of an instant where the clock shows this time zone. */
export const seasonAt = (now: Date, timezone: string): Season => {
  const month = Number(dayOf(now, timezone).slice(5, 7)) + (SOUTH.test(timezone) ? 6 : 0)
  return SEASONS[Math.floor((month % 12) / 3)] ?? 'spring'
}
