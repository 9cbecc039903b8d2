import { endOfDay, readDay, startOfDay } from '#src/core/rules/business-day.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { storable } from '#src/core/rules/postgres-text.ts'
import { PLAIN_HOST, webOrigin } from '#src/core/rules/web-origin.ts'

/** Maximum length of an id in bytes. A database index entry holds at most 2,700. */
export const ID_MAX = 1024

const MAX_TEXT = 500

/** Returns the value, or null if it is empty or an unexpanded variable ('$Canvas.term.endAt'). */
export const launchText = (value: string | undefined): string | null => {
  const text = storable(value ?? '').trim()
  return text === '' || /^\$[A-Za-z][\w.]*$/.test(text) ? null : text.slice(0, MAX_TEXT)
}

/** Parses the unit number of a link: 1 to 19. */
export const launchUnit = (value: string | undefined): number | null => {
  const text = launchText(value)
  return text && /^([1-9]|1\d)$/.test(text) ? Number(text) : null
}

export const launchEmail = (value: string | undefined): string | null => cleanEmail(value)

/** Milliseconds from 1970 beyond which the database cannot store a date (4713 BC). */
const FAR = 2e14

/** Returns the start of a term: an instant as sent, or the start of a bare day in the business time zone. */
export const termStart = (value: string | undefined, timezone: string): Date | null =>
  launchDate(value, day => startOfDay(day, timezone))

/** Returns the end of a term; a bare day counts in full. */
export const termEnd = (value: string | undefined, timezone: string): Date | null =>
  launchDate(value, day => endOfDay(day, timezone))

const launchDate = (value: string | undefined, edgeOf: (day: string) => Date): Date | null => {
  const text = launchText(value) ?? ''
  const day = readDay(text)
  const time = day ? edgeOf(day).getTime() : Date.parse(text)
  return Number.isNaN(time) || Math.abs(time) > FAR ? null : new Date(time)
}

/** Returns the host of a URL or host name, for canvas_domain; null if invalid. */
export const launchHost = (value: string | undefined): string | null => {
  const text = launchText(value)?.toLowerCase()
  if (!text) return null
  const address = text.includes('://') ? text : `https://${text}`
  const host = URL.canParse(address) ? new URL(address).host : ''
  return PLAIN_HOST.test(host) ? host : null
}

/** Returns the origin of a web address, or null. */
export const launchOrigin = (value: string | undefined): string | null => webOrigin(launchText(value))
