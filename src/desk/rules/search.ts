import { readDay } from '#src/core/rules/business-day.ts'
import { isSearchable, wordsOf } from '#src/core/rules/normalize.ts'
import { cleanEmail } from '#src/core/rules/person.ts'

/** A parsed search of the staff search box. */
export type SearchQuery =
  | { is: 'nothing' }
  | { is: 'email'; email: string }
  | { is: 'token'; token: string }
  | { is: 'join'; token: string }
  | { is: 'payment'; id: string }
  | { is: 'session'; id: string }
  | { is: 'launch'; reference: string }
  /** Card payments of an amount in minor units, made on a day (YYYY-MM-DD), or both. */
  | { is: 'paid'; amount: number | null; day: string | null }
  /** A code, course, school, or the end of a payment id. If none match, its words as beginnings of names, emails and codes. */
  | { is: 'text'; text: string; words: string[] }

/** Limit of people, teachers and schools shown for a name. */
export const MOST_NAMED = 20
/** Limit of codes shown for the beginning of one. */
export const MOST_CODES = 5
/** The shortest beginning of a code or an email. */
export const SHORTEST_PART = 4
/** Limit of the count; beyond it the staff member has to type more anyway. */
export const MOST_COUNTED = 1000

/** Shown instead of a school for people without an LMS. */
export const SIGNED_UP = 'Signed up with us'

const TOKEN = /^([cem])_[\w-]{10,64}$/
const PAYMENT = /^(cs|pi|re|pyr|evt|du|dp|ch|py)_\w{4,250}$/
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Reference of an error page, in an alphabet without look-alike letters. */
const REFERENCE = /^[\dA-HJKMNP-TV-Z]{5}-[\dA-HJKMNP-TV-Z]{5}$/

/** '$54.99', '54.99' or '$1,200'. A plain number may be a course. */
const AMOUNT = /^(?:\$ ?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d\d))?|(\d{1,7})\.(\d\d))$/

const amountOf = (text: string): number | null => {
  const [, dollars, cents, plain, plainCents] = text.match(AMOUNT) ?? []
  const whole = dollars ?? plain
  return whole === undefined ? null : Number(whole.replaceAll(',', '')) * 100 + Number(cents ?? plainCents ?? 0)
}

/** Reads dates as staff pages show them, such as 09/03/26, too. */
const dayOfText = (text: string): string | null =>
  readDay(text.replace(/^(\d{1,2}\/\d{1,2}\/)(\d\d)$/, (_, start, year) => `${start}20${year}`)) ?? null

/** An amount, a date, or one of each in any order. */
const parsePaid = (text: string): Extract<SearchQuery, { is: 'paid' }> | null => {
  const parts = text.split(/\s+/)
  const amounts = parts.flatMap(part => amountOf(part) ?? [])
  const days = parts.flatMap(part => dayOfText(part) ?? [])
  if (amounts.length > 1 || days.length > 1 || amounts.length + days.length !== parts.length) return null
  return { is: 'paid', amount: amounts[0] ?? null, day: days[0] ?? null }
}

export const parseSearchQuery = (typed: string): SearchQuery => {
  const text = typed.trim().slice(0, 300)
  if (text === '') return { is: 'nothing' }
  // People paste whole links; search for the token in them.
  const linked = text.match(/[?&](?:token|course)=([\w-]{10,200})/)?.[1]
  const token = linked ?? text
  const kind = token.match(TOKEN)?.[1]
  if (kind === 'c') return { is: 'join', token }
  // A link of ours may have a token in another form.
  if (kind || linked) return { is: 'token', token }
  const email = cleanEmail(text)
  if (email) return { is: 'email', email }
  if (PAYMENT.test(text)) return { is: 'payment', id: text }
  if (UUID.test(text)) return { is: 'session', id: text.toLowerCase() }
  if (REFERENCE.test(text.toUpperCase())) return { is: 'launch', reference: text.toUpperCase() }
  return parsePaid(text) ?? { is: 'text', text, words: wordsOf(text) }
}

/** Courses of one person that a page shows. */
export const MOST_PLACES = 40

export const findTexts = {
  hint: 'Type a code, email, name, link, course, school, payment id, amount, date, mail or error reference.',
  nothing: (typed: string) =>
    isSearchable(typed)
      ? `We found nothing for “${typed}”. Check for typos, or search by email.`
      : `“${typed}” has no letter or digit, so nothing is found. Search by a name or an email.`,
  /** `count` is the total, of which `shown` are shown. */
  more: (count: number, shown: number) =>
    count < MOST_COUNTED
      ? `And ${count - shown} more. Type more of the name.`
      : 'And many more. Type more of the name.',
  mostPlaces: `Only the newest ${MOST_PLACES} of their courses are shown.`,
  noCourse: 'They are in no course and teach none. They opened only the dictionary, or did not finish signing up.',
} as const
