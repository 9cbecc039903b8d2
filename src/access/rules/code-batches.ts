import * as z from 'zod/mini'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { dayOf, endOfDay, readDay } from '#src/core/rules/business-day.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { type RefusalText, type RefusalTexts, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { isService, type ServiceAccount } from '#src/core/rules/service-account.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { activationMessages } from '#src/courses/rules/activation.ts'
import { CODE_MAX, CODE_MIN, codeKey } from './access-code.ts'
import { MOST_USAGE, rowFaults } from './code-imports.ts'
import { mayReadCode } from './staff-codes.ts'

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
  usage: rowFaults.invalid_max_usage,
  date: rowFaults.invalid_expiry,
  made: (count: number) => (count === 1 ? 'Created 1 code.' : `Created ${count.toLocaleString('en')} codes.`),
  changed: 'Changed.',
  voided: (codes: number) =>
    codes === 1 ? '1 code is void now.' : `${codes.toLocaleString('en')} codes are void now.`,
  undone: (codes: number, of: number) => `Undone for ${codes} of ${of} codes. The others changed since.`,
  mailed: (email: string) => `Mailed to ${email}. The link works for two weeks.`,
  linksEnded: 'The mailed links no longer work.',
  extended: (codes: number) => (codes === 1 ? 'Extended 1 code.' : `Extended ${codes.toLocaleString('en')} codes.`),
} as const

/** Says what staff read before they change all codes of a batch, or make codes for a school. */
export const codeMessages = {
  takesNone: (school: string) =>
    `${school} takes no access codes: its students cannot enter them. Its settings can change that.`,
  voids: (codes: BatchCode[]): string[] => {
    const open = openCodes(codes)
    const started = open.filter(c => c.used > 0).length
    return [
      `${open.length === 1 ? '1 code' : `${open.length.toLocaleString('en')} codes`} can't be used any more.`,
      ...(started > 0 ? [`${started} of them had uses before. Who used one keeps access.`] : []),
      'Used codes stay as they are.',
    ]
  },
  extends: (codes: BatchCode[], day: string): string[] => {
    const open = openCodes(codes).length
    return [
      `${open === 1 ? '1 code with uses left is' : `${open.toLocaleString('en')} codes with uses left are`} good until ${day}.`,
    ]
  },
} as const

/** Sentences of the reasons not to create codes, or not to find or change them. */
export const codeRefusals = {
  code_not_found: { message: adminMessages.codeNotFound, field: 'coupon_code' },
  batch_not_found: { message: 'We could not find these codes.' },
  product_not_found: { message: rowFaults.product_not_found, field: 'product_code' },
  free_product: { message: rowFaults.free_product, field: 'product_code' },
  invalid_expiry: { message: makingMessages.date, field: 'expires_at' },
  expiry_in_past: { message: rowFaults.expiry_in_past, field: 'expires_at' },
  one_code_only: { message: 'With your own code you can make only one. Leave it empty to make more.', field: 'code' },
  code_too_short: { message: rowFaults.code_too_short, field: 'code' },
  code_too_long: { message: rowFaults.code_too_long, field: 'code' },
  code_letters: { message: 'Use only letters, digits and dashes.', field: 'code' },
  code_exists: { message: rowFaults.code_exists, field: 'code' },
  school_not_found: { message: adminMessages.school, field: 'school' },
  email_invalid: { message: 'Enter an email address.', field: 'email' },
  none_open: { message: 'No code of this batch can be used any more.' },
  mailed_today: { message: 'These codes were mailed to this address today.', field: 'email' },
  key_reused: { message: 'This Idempotency-Key was sent with other values. Use a new key for a new order.' },
} as const satisfies RefusalTexts

type ExpiryReason = 'invalid_expiry' | 'expiry_in_past'
export type MailingReason = 'batch_not_found' | 'email_invalid' | 'none_open' | 'mailed_today'
export type MakingReason = Exclude<keyof typeof codeRefusals, 'code_not_found' | MailingReason>
/** `used`: how often the code was used. */
export type ChangeRefused = Refused<'code_not_found' | ExpiryReason> | (Refused<'below_used'> & { used: number })

export const changeRefusalText = (refused: ChangeRefused): RefusalText =>
  refused.reason === 'below_used'
    ? { message: `This code was used ${refused.used} times. Max usage cannot be lower.`, field: 'max_usage' }
    : codeRefusals[refused.reason]

const whole = (text: string, most: number): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most

const checked = (isRight: (text: string) => boolean, message: string) =>
  z.string().check(z.trim(), z.refine(isRight, message))

/** Form of new codes; every field is text. */
export const MakeCodesForm = z.object({
  product_code: z
    .string(makingMessages.product)
    .check(z.trim(), z.minLength(1, makingMessages.product), z.maxLength(200, makingMessages.product)),
  count: checked(text => whole(text, MOST_CODES), makingMessages.count),
  max_usage: checked(text => whole(text, MOST_USAGE), makingMessages.usage),
  expires_at: checked(text => readDay(text) !== undefined, makingMessages.date),
  note: z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters.')),
  code: z.string().check(z.trim()),
  /** Number, LTI 1.1 key or name of the school that the codes are for. Empty for none. */
  school: z.string().check(z.trim()),
})

/** Returns the codes to create, or refuses them for a fault beyond single fields. A `code` of null is for random ones. */
export const codesToMake = (form: z.infer<typeof MakeCodesForm>, at: { now: Date; timezone: string }) => {
  const { expires_at, product_code: productCode, note } = form
  const ends = expiry(expires_at, at)
  if (!ends.ok) return ends
  const count = Number(form.count)
  if (form.code !== '') {
    if (count !== 1) return refuse('one_code_only')
    const fault = ownCodeFault(form.code)
    if (fault) return refuse(fault)
  }
  const code = form.code === '' ? null : form.code.toUpperCase()
  const { expiresAt } = ends
  return { ok: true as const, wanted: { productCode, count, maxUsage: Number(form.max_usage), expiresAt, note, code } }
}

const ownCodeFault = (code: string) => {
  if (code.length > CODE_MAX) return 'code_too_long'
  if (!/^[a-z\d]+(-[a-z\d]+)*$/i.test(code)) return 'code_letters'
  return codeKey(code).length < CODE_MIN ? 'code_too_short' : null
}

/** Returns the end of the typed day, or null if empty. */
export const expiry = (
  typed: string,
  { now, timezone }: { now: Date; timezone: string },
): { ok: true; expiresAt: Date | null } | Refused<ExpiryReason> => {
  const day = readDay(typed)
  if (day === undefined) return refuse('invalid_expiry')
  if (day === null) return { ok: true, expiresAt: null }
  if (day < dayOf(now, timezone)) return refuse('expiry_in_past')
  return { ok: true, expiresAt: endOfDay(day, timezone) }
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
  productCode: string
  productName: string
  size: number
  note: string
  /** Name of the imported file; null for codes made here. */
  fileName: string | null
  /** Name of the seller; '' if the publisher sells the codes. */
  seller: string
  madeBy: string
  createdAt: Date
  /** The school that the codes are for, if staff chose one. */
  school: { id: number; name: string } | null
  /** Total uses that all codes allow. */
  seats: number
  /** Total uses of all codes so far. */
  used: number
}

export interface BatchCode {
  code: string
  productCode: string
  maxUsage: number
  used: number
  expiresAt: Date | null
  voidedAt: Date | null
}

/** Returns a batch as a caller sees it: a program sees its own name, and of no colleague or other program. */
export const batchShownTo = <B extends { madeBy: string }>(by: object | ServiceAccount, batch: B): B =>
  isService(by) && batch.madeBy !== by.name ? { ...batch, madeBy: 'Staff' } : batch

/** Returns the codes with uses left that are not void. A void and a new end concern them. */
export const openCodes = (codes: BatchCode[]): BatchCode[] =>
  codes.filter(c => c.voidedAt === null && c.used < c.maxUsage)

/** Returns the codes that a student can use now. */
export const usableCodes = (codes: BatchCode[], now: Date): BatchCode[] =>
  openCodes(codes).filter(c => c.expiresAt === null || c.expiresAt > now)

export const codesShownTo = (staff: Pick<Staff, 'role'>, codes: BatchCode[]): BatchCode[] =>
  codes.filter(c => mayReadCode(staff, c.used < c.maxUsage))

export const batchSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

export const batchStates = { left: 'Uses left', used: 'Used up' } as const

/** Returns the codes of a batch, but void ones, as a CSV file that can be imported. */
export const batchCsv = (codes: BatchCode[], timezone: string): string =>
  [
    csvLine(['coupon_code', 'product_code', 'max_usage', 'expires_at']),
    ...codes
      .filter(c => c.voidedAt === null)
      .map(c => csvLine([c.code, c.productCode, c.maxUsage, c.expiresAt && dayOf(c.expiresAt, timezone)])),
  ].join('')
