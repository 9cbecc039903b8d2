import * as z from 'zod/mini'
import { dayOf, endOfDay, readDay } from '#src/core/rules/business-day.ts'
import { activationMessages } from '#src/courses/rules/activation.ts'
import { CODE_MAX, CODE_MIN, codeKey } from './access-code.ts'
import { importReasons, MOST_USAGE } from './code-import.ts'

/** Codes that staff create: one typed by hand, or many random ones to print (docs/rules/access-codes.md). */

/** No two characters look or sound alike. Without vowels, no code is a word. */
export const CODE_ALPHABET = 'CDFGHJKMNPQRTVWXY34679'
const CODE_LENGTH = 12
export const MOST_CODES = 1000
/** MOST_CODES as text: formatting the first number of a process takes 10 ms, which would slow every start. */
export const MOST_CODES_WRITTEN = '1,000'

/** Returns a random code like 'CFGH-3479-KMNP'. `draw(n)` returns an integer from 0 to n - 1. */
export const drawCode = (draw: (below: number) => number): string => {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[draw(CODE_ALPHABET.length)]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

export const makingMessages = {
  product: activationMessages.product,
  count: `Enter a whole number from 1 to ${MOST_CODES_WRITTEN}.`,
  usage: importReasons.usage,
  date: importReasons.date,
  past: importReasons.past,
  short: importReasons.short,
  long: importReasons.long,
  letters: 'Use only letters, digits and dashes.',
  exists: importReasons.exists,
  oneCode: 'Your own code makes one code. Leave it empty to make more.',
  belowUsed: (used: number) => `This code was used ${used} times. Max usage cannot be lower.`,
  made: (count: number) => (count === 1 ? 'Created 1 code.' : `Created ${count.toLocaleString('en')} codes.`),
  changed: 'Changed.',
  batchNotFound: 'We could not find these codes.',
} as const

const whole = (text: string, most: number): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most

/** Form of new codes; every field is text. */
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
  /** The end of the requested day. */
  expiresAt: Date | null
  note: string
  /** A code typed by staff; null for random codes. */
  code: string | null
}

export type Refused = { field: string; message: string }

/** Returns the codes to create, or an error that involves more than one field. */
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

/** Returns the end of the typed day, or null if empty. */
export const expiry = (typed: string, { now, timezone }: { now: Date; timezone: string }): Date | null | Refused => {
  const day = readDay(typed)
  if (day === undefined) return { field: 'expires_at', message: makingMessages.date }
  if (day === null) return null
  return day < dayOf(now, timezone) ? { field: 'expires_at', message: makingMessages.past } : endOfDay(day, timezone)
}

/** Form of later changes to a code: never fewer uses than it already had. */
export const ChangeCodeForm = z.object({
  coupon_code: z.string().check(z.trim(), z.minLength(1)),
  max_usage: MakeCodesForm.shape.max_usage,
  expires_at: MakeCodesForm.shape.expires_at,
})

/** A batch of codes created together. */
export interface CodeBatch {
  id: number
  product: { productCode: string; name: string }
  size: number
  note: string
  madeBy: string
  createdAt: Date
  /** Total uses of all codes so far. */
  used: number
}

export interface BatchCode {
  code: string
  maxUsage: number
  used: number
  expiresAt: Date | null
}
