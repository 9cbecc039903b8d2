import { readDay } from './business-day.ts'

/** Reads dates that other services send. What is neither ISO 8601 nor epoch time is not known, and never guessed. */

const [FIRST, LAST] = [Date.UTC(2000), Date.UTC(2100)]
/** Canvas writes a space for the T, and UTC or nothing for the Z. */
const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:Z|UTC|([+-]\d\d):?(\d\d)?)?$/i

/** Reads an instant: ISO 8601, or epoch seconds or milliseconds. Null if it is none, or not from 2000 to 2099. */
export const readInstant = (given: string): Date | null => {
  const sent = given.trim()
  if (/^\d{10}(\d{3})?$/.test(sent)) return between(Number(sent) * (sent.length === 10 ? 1000 : 1))
  const [, day = '', time, hours, minutes = '00'] = sent.match(ISO) ?? []
  if (!readDay(day)) return null
  return between(new Date(`${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`).getTime())
}

/** Reads an instant, or the start or end of a day. */
export const readDate = (given: string, edgeOf: (day: string) => Date): Date | null => {
  // 5/8/2026 is May to one LMS and August to another.
  const day = given.includes('/') ? null : readDay(given.trim())
  return day ? between(edgeOf(day).getTime()) : readInstant(given)
}

const between = (time: number): Date | null => (time >= FIRST && time < LAST ? new Date(time) : null)
