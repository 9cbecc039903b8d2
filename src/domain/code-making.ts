import * as z from 'zod/mini'
import { CODE_MAX, CODE_MIN, codeKey } from './access-code.ts'
import { activationMessages } from './activation.ts'
import { dayOf, endOfDay, readDay } from './business-day.ts'
import { importReasons, MOST_USAGE } from './code-import.ts'

/** Codes that staff make themselves: one by hand, or many that are drawn by lot and printed (rules.md G, Import). */

/** No two of these look alike, in print or by voice, and without vowels no code is a word. */
export const CODE_ALPHABET = 'CDFGHJKMNPQRTVWXY34679'
const CODE_LENGTH = 12
export const MOST_CODES = 1000
/** The same, written out: the first number that a process formats costs it ten milliseconds, and this would be at each start. */
export const MOST_CODES_WRITTEN = '1,000'

/** A code as it is printed: 'CFGH-3479-KMNP'. `draw` answers with a number from 0 up to, not including, the one given. */
export const drawCode = (draw: (below: number) => number): string => {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[draw(CODE_ALPHABET.length)]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

export const makingMessages = {
  product: activationMessages.product,
  count: `How many must be a whole number from 1 to ${MOST_CODES_WRITTEN}.`,
  usage: importReasons.usage,
  date: importReasons.date,
  past: importReasons.past,
  short: importReasons.short,
  long: importReasons.long,
  letters: 'A code holds letters, figures and dashes only.',
  exists: importReasons.exists,
  oneCode: 'A code of your own is one code. Leave it empty to make more.',
  belowUsed: (used: number) => `It was used ${used} times already. Max usage cannot be less.`,
  made: (count: number) => (count === 1 ? 'Made 1 code.' : `Made ${count.toLocaleString('en')} codes.`),
  changed: 'Changed.',
  batchNotFound: 'These codes were not found.',
} as const

const whole = (text: string, most: number): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most

/** As a form sends it: every field is a text. */
export const MakeCodesForm = z.object({
  product_code: z
    .string(makingMessages.product)
    .check(z.trim(), z.minLength(1, makingMessages.product), z.maxLength(200, makingMessages.product)),
  count: z.string().check(
    z.trim(),
    z.refine(text => whole(text, MOST_CODES), makingMessages.count),
  ),
  max_usage: z.string().check(
    z.trim(),
    z.refine(text => whole(text, MOST_USAGE), makingMessages.usage),
  ),
  expires_at: z.string().check(
    z.trim(),
    z.refine(text => readDay(text) !== undefined, makingMessages.date),
  ),
  note: z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters.')),
  code: z.string().check(z.trim()),
})

export interface CodesToMake {
  productCode: string
  count: number
  maxUsage: number
  /** The end of the day that was asked for. */
  expiresAt: Date | null
  note: string
  /** A code of one's own, instead of one drawn by lot. */
  code: string | null
}

export type Refused = { field: string; message: string }

/** What the form asks for, or what is wrong with it beyond its fields taken one by one. */
export const codesToMake = (
  form: z.infer<typeof MakeCodesForm>,
  { now, timezone }: { now: Date; timezone: string },
): CodesToMake | Refused => {
  const ends = expiry(form.expires_at, { now, timezone })
  if (ends && 'message' in ends) return ends
  const count = Number(form.count)
  if (form.code !== '') {
    if (count !== 1) return { field: 'code', message: makingMessages.oneCode }
    const problem = ownCodeProblem(form.code)
    if (problem) return { field: 'code', message: problem }
  }
  return {
    productCode: form.product_code,
    count,
    maxUsage: Number(form.max_usage),
    expiresAt: ends,
    note: form.note,
    code: form.code === '' ? null : form.code.toUpperCase(),
  }
}

const ownCodeProblem = (code: string): string | null => {
  if (code.length > CODE_MAX) return makingMessages.long
  if (!/^[a-z\d]+(-[a-z\d]+)*$/i.test(code)) return makingMessages.letters
  return codeKey(code).length < CODE_MIN ? makingMessages.short : null
}

/** The end of the day as typed; null: none was. */
export const expiry = (typed: string, { now, timezone }: { now: Date; timezone: string }): Date | null | Refused => {
  const day = readDay(typed)
  if (day === undefined) return { field: 'expires_at', message: makingMessages.date }
  if (day === null) return null
  return day < dayOf(now, timezone) ? { field: 'expires_at', message: makingMessages.past } : endOfDay(day, timezone)
}

/** What of a code can be changed later: never fewer uses than it had (rules.md G, Import). */
export const ChangeCodeForm = z.object({
  coupon_code: z.string().check(z.trim(), z.minLength(1)),
  max_usage: MakeCodesForm.shape.max_usage,
  expires_at: MakeCodesForm.shape.expires_at,
})

/** Codes that were made together. */
export interface CodeBatch {
  id: number
  product: { productCode: string; name: string }
  size: number
  note: string
  madeBy: string
  createdAt: Date
  /** How many uses they had so far, all together. */
  used: number
}

export interface BatchCode {
  code: string
  maxUsage: number
  used: number
  expiresAt: Date | null
}
