import { accessMethodGate, type Gate, requiredProducts } from './course.ts'
import { isComplete, progress, progressSentence } from './coverage.ts'
import { type AttachedCode, type Entitlement, isIn, type Subject, wasIn } from './entitlement.ts'
import { type PersonKey, samePerson } from './person.ts'
import { wrongCode } from './typed-code.ts'

/** The answers of §8, a closed list (§9). All of them are HTTP 200. */
export type CodeStatus = 'PROCESSED' | 'OK' | 'MAX' | 'MAX_SAME_EMAIL' | 'MAX_OTHER_EMAIL'

export const CODE_MIN = 6
export const CODE_MAX = 20

export const codeMessages = {
  required: 'Please enter the access code.',
  wrong: wrongCode,
  expired: 'This access code has expired.',
  notUsedHere: (product: string) => `This code is for ${product}, which this course does not use.`,
  alreadyCovered: 'You already have a code for this.',
  /** Of a code that stands in the list: it is ignored (spec §4), and the person is told so. */
  counted: 'This code is counted already.',
  processed: 'Your code is accepted. You are in.',
  MAX: 'This code has run out of uses. Please let your teacher know.',
  /** The same answer in the words of the page with sign-up (§8). */
  maxOnPay: 'That code has already been activated. Please contact your seller.',
  MAX_SAME_EMAIL:
    "You've already used this code for another course. To transfer the code, please contact us using the chat button below.",
  MAX_OTHER_EMAIL:
    'This code has already been used. Please return the code to where you got the code from and get a new one.',
  /** Of a course that asks for nothing: there a code opens nothing either. */
  takenOut: 'You were taken out of this course. Please ask your teacher, or write to us.',
  tooMany: 'Too many codes that were not right. Wait a few minutes, check the code, and try again.',
} as const

/** What is wrong with a code as typed, before anyone looks it up (§5); null when it may be looked up. */
export const codeProblem = (typed: string): string | null => {
  const code = typed.trim()
  if (code === '') return codeMessages.required
  return code.length < CODE_MIN || code.length > CODE_MAX ? codeMessages.wrong : null
}

/** How a code is found: upper case, without spaces and hyphens of any kind (rules.md B) and without signs nobody sees. */
export const codeKey = (typed: string): string =>
  typed.toUpperCase().replace(/[\s\p{Dash_Punctuation}\p{Cc}\p{Cf}]/gu, '')

/** A code as it is drawn beside the box while one types: as its dashes and spaces part it, else in fours. */
export const codeGroups = (typed: string): string[] => {
  const parts = typed
    .toUpperCase()
    .trim()
    .split(/[\s\p{Dash_Punctuation}]+/u)
    .filter(Boolean)
  return parts.length === 1 ? (parts[0]?.match(/.{1,4}/gu) ?? []) : parts
}

/** The key with letters that look like figures written as those figures. Two codes may share it: then it finds neither. */
export const lookAlikeKey = (key: string): string => key.replace(/[OILSBZ]/g, letter => LOOK_ALIKES[letter] ?? letter)
const LOOK_ALIKES: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' }

export interface Coupon {
  id: number
  code: string
  productId: number
  productName: string
  maxUsage: number
  used: number
  expiresAt: Date | null
  /** A test code opens only the course it was made for (rules.md E2). */
  onlyCourseId?: number | null
}

/** A use of the code in hand by someone who may be the same person. */
export interface CodeUse extends PersonKey {
  id: number
  /** Both are known by the same LMS: there a shared email is one person's; what another school claims moves nothing. */
  sameSchool: boolean
  subject: Subject
  processedAt: Date | null
  voidedAt: Date | null
}

/** Everything that decides, read under lock. `uses` holds at least every use by the same person. */
export interface RedemptionFacts {
  entitlement: Entitlement
  typed: string
  coupon: Coupon | null
  uses: CodeUse[]
  now: Date
}

export type Decision =
  /** Nothing changes. */
  | { do: 'answer'; status: CodeStatus; message: string }
  | { do: 'refuse'; status: Gate['status'] | 404 | 422; message: string; counts?: boolean }
  /** A use is consumed; `completes` says that every product is covered then. */
  | { do: 'attach'; coupon: Coupon; completes: boolean }
  /** A use that the same person holds on an unfinished row comes over; nothing is consumed. */
  | { do: 'move'; use: CodeUse; coupon: Coupon; completes: boolean }
  /** All is covered already but the row was never processed: the course lost a product since. */
  | { do: 'complete' }

/** The order of rules.md B, steps 2 to 10: one function for every door. */
export const decideRedemption = ({ entitlement, typed, coupon, uses, now }: RedemptionFacts): Decision => {
  if (isIn(entitlement)) return { do: 'answer', status: 'PROCESSED', message: codeMessages.processed }
  const closed = accessMethodGate(entitlement.course, entitlement.school, 'code', now, wasIn(entitlement))
  if (closed) return { do: 'refuse', ...closed }
  const { missing } = progress(entitlement)
  if (missing.length === 0)
    return isComplete(entitlement, now)
      ? { do: 'complete' }
      : { do: 'refuse', status: 409, message: codeMessages.takenOut }
  const problem = codeProblem(typed)
  if (problem) return { do: 'refuse', status: 422, message: problem }
  const elsewhere = coupon?.onlyCourseId != null && coupon.onlyCourseId !== entitlement.course.id
  if (!coupon || elsewhere) return { do: 'refuse', status: 404, message: codeMessages.wrong, counts: true }

  const own = entitlement.codes.find(c => c.couponId === coupon.id)
  if (own?.voidedAt) return max('MAX_SAME_EMAIL')
  if (own) return { do: 'answer', status: 'OK', message: sentenceOf(entitlement) }

  if (coupon.expiresAt && coupon.expiresAt.getTime() < now.getTime()) {
    return { do: 'refuse', status: 404, message: codeMessages.expired, counts: true }
  }
  if (!requiredProducts(entitlement.course).some(p => p.id === coupon.productId)) {
    return { do: 'refuse', status: 404, message: codeMessages.notUsedHere(coupon.productName), counts: true }
  }
  if (!missing.some(p => p.id === coupon.productId)) {
    return { do: 'answer', status: 'OK', message: codeMessages.alreadyCovered }
  }
  const completes = missing.length === 1
  if (coupon.used < coupon.maxUsage) return { do: 'attach', coupon, completes }

  const same = uses.filter(u => samePerson(u, entitlement))
  const movable = same.find(u => u.sameSchool && u.processedAt === null && u.voidedAt === null)
  if (movable) return { do: 'move', use: movable, coupon, completes }
  if (same.length > 0) return max('MAX_SAME_EMAIL')
  return max(coupon.maxUsage === 1 ? 'MAX_OTHER_EMAIL' : 'MAX')
}

const max = (status: 'MAX' | 'MAX_SAME_EMAIL' | 'MAX_OTHER_EMAIL'): Decision => ({
  do: 'answer',
  status,
  message: codeMessages[status],
})

const sentenceOf = (entitlement: Entitlement): string => {
  const { done, total, codes } = progress(entitlement)
  return progressSentence(done, total, codes)
}

/** The entitlement as it stands once a code is attached: what the answer is counted from. */
export const withCode = (entitlement: Entitlement, coupon: Coupon): Entitlement => {
  const attached: AttachedCode = { couponId: coupon.id, code: coupon.code, productId: coupon.productId, voidedAt: null }
  return { ...entitlement, codes: [...entitlement.codes, attached] }
}
