import { codesTyped, plainTyped } from '#src/core/rules/normalize.ts'
import { type Refused, type RefusedUntil, refuse } from '#src/core/rules/outcome.ts'
import { type PersonKey, samePerson } from '#src/core/rules/person.ts'
import { accessMethodGate, type GateReason, requiredProducts } from '#src/courses/rules/course.ts'
import { type Coverage, isComplete, type Progress, progress } from './coverage.ts'
import { type Entitlement, hadAccess, hasAccess } from './entitlement.ts'

/** A use of the code by someone who may be the same person. */
export interface CodeUse extends PersonKey {
  id: number
  /** True if both rows come from the same LMS. Only then does an equal email identify one person for a move. */
  sameSchool: boolean
  entitlementId: number
  processedAt: Date | null
  voidedAt: Date | null
}

/** Status of a redemption call, a closed list. Each is answered with HTTP 200 (docs/rules/access-codes.md). */
export const codeStatuses = ['PROCESSED', 'OK', 'MAX', 'MAX_SAME_EMAIL', 'MAX_OTHER_EMAIL'] as const
type CodeStatus = (typeof codeStatuses)[number]

/** Statuses of a code without uses left. */
const usedUpStatuses = ['MAX', 'MAX_SAME_EMAIL', 'MAX_OTHER_EMAIL'] as const satisfies CodeStatus[]
type UsedUpStatus = (typeof usedUpStatuses)[number]

/** Returns true for a status of a code without uses left. */
export const isUsedUp = (status: string): status is UsedUpStatus => usedUpStatuses.some(s => s === status)

/** Reasons that an `OK` changed nothing: the code was added before, or another code or a payment covers its product. */
export const unchangedReasons = ['already_counted', 'already_covered'] as const
export type UnchangedReason = (typeof unchangedReasons)[number]

/** Reasons to refuse a code. The sentence of `code_not_used_here` names the product. */
export type RedeemReason =
  | GateReason
  | 'token_not_found'
  | 'removed_from_course'
  | 'code_required'
  | 'code_malformed'
  | 'code_unknown'
  | 'code_expired'
  | 'code_not_used_here'
  | 'code_busy'
  | 'too_many_wrong_codes'
export type RedeemRefused =
  | Refused<Exclude<RedeemReason, 'code_not_used_here' | 'too_many_wrong_codes' | 'code_busy'>>
  | (Refused<'code_not_used_here'> & { product: string })
  | RefusedUntil<'too_many_wrong_codes' | 'code_busy'>

/** Outcome of an attempt that staff see: a used-up code, or the reason of a refusal that counted. */
export type AttemptOutcome = UsedUpStatus | RedeemReason

export const CODE_MIN = 6
export const CODE_MAX = 20

/** Returns what is wrong with a typed code before any lookup, or null. */
export const codeProblem = (typed: string): 'code_required' | 'code_malformed' | null => {
  const { length } = plainTyped(typed)
  if (length === 0) return 'code_required'
  return length < CODE_MIN || codesTyped(typed).every(code => code.length > CODE_MAX) ? 'code_malformed' : null
}

/** Returns the key under which a code is stored: without punctuation around it. */
export const codeKey = (code: string): string => codesTyped(code)[1]

/** Splits a typed code for display: at its own dashes and spaces, else into groups of four. */
export const codeGroups = (typed: string): string[] => {
  const parts = typed
    .toUpperCase()
    .split(/[\s\p{Dash_Punctuation}]+/u)
    .filter(Boolean)
  return parts.length === 1 ? (parts[0]?.match(/.{1,4}/gu) ?? []) : parts
}

/** Replaces letters that look like digits (O, I, L, S, Z, B). If two codes share the result, neither is found. */
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
  /** When staff voided it. Students are told that it has expired. */
  voidedAt?: Date | null
  /** Set for a test code, which works in this course only (docs/rules/access-codes.md). */
  onlyCourseId?: number | null
}

/** Input of a redemption decision, read under lock. `uses` includes at least every use by the same person. */
export interface RedemptionFacts {
  entitlement: Entitlement
  typed: string
  coupon: Coupon | null
  uses: CodeUse[]
  now: Date
}

export type Decision =
  /** Changes nothing. */
  | { do: 'answer'; status: CodeStatus; unchanged?: UnchangedReason }
  /** `counts`: against the limit on wrong codes. */
  | { do: 'refuse'; refused: RedeemRefused; counts?: boolean }
  /** Consumes a use. `completes`: every product is covered afterwards. */
  | { do: 'attach'; coupon: Coupon; completes: boolean }
  /** Moves the use that the same person has on an unprocessed row; consumes nothing. */
  | { do: 'move'; use: CodeUse; coupon: Coupon; completes: boolean }
  /** Everything is covered, but the row was never processed: a product was removed from the course. */
  | { do: 'complete' }

/** Decides what a code does, for every way to enter one. The order of the checks is in docs/rules/access-codes.md. */
export const decideRedemption = ({ entitlement, typed, coupon, uses, now }: RedemptionFacts): Decision => {
  if (hasAccess(entitlement)) return { do: 'answer', status: 'PROCESSED' }
  const closed = accessMethodGate(entitlement.course, entitlement.school, 'code', now, hadAccess(entitlement))
  if (closed) return { do: 'refuse', refused: refuse(closed) }
  const { missing } = progress(entitlement)
  if (missing.length === 0)
    return isComplete(entitlement, now) ? { do: 'complete' } : { do: 'refuse', refused: refuse('removed_from_course') }
  const problem = codeProblem(typed)
  if (problem) return { do: 'refuse', refused: refuse(problem) }
  const elsewhere = coupon?.onlyCourseId != null && coupon.onlyCourseId !== entitlement.course.id
  if (!coupon || elsewhere) return { do: 'refuse', refused: refuse('code_unknown'), counts: true }

  const own = entitlement.codes.find(c => c.couponId === coupon.id)
  if (own?.voidedAt) return { do: 'answer', status: 'MAX_SAME_EMAIL' }
  if (own) return { do: 'answer', status: 'OK', unchanged: 'already_counted' }

  if (coupon.voidedAt || (coupon.expiresAt && coupon.expiresAt.getTime() < now.getTime()))
    return { do: 'refuse', refused: refuse('code_expired'), counts: true }
  if (!requiredProducts(entitlement.course).some(p => p.id === coupon.productId))
    return { do: 'refuse', refused: { ...refuse('code_not_used_here'), product: coupon.productName }, counts: true }
  if (!missing.some(p => p.id === coupon.productId)) return { do: 'answer', status: 'OK', unchanged: 'already_covered' }
  const completes = missing.length === 1
  if (coupon.used < coupon.maxUsage) return { do: 'attach', coupon, completes }

  const same = uses.filter(u => samePerson(u, entitlement))
  const movable = same.find(u => u.sameSchool && u.processedAt === null && u.voidedAt === null)
  if (movable) return { do: 'move', use: movable, coupon, completes }
  if (same.length > 0) return { do: 'answer', status: 'MAX_SAME_EMAIL' }
  return { do: 'answer', status: coupon.maxUsage === 1 ? 'MAX_OTHER_EMAIL' : 'MAX' }
}

/** Result of a code that was accepted or already used. */
export interface CodeAnswer {
  status: CodeStatus
  unchanged: UnchangedReason | null
  progress: Pick<Progress, 'done' | 'total' | 'codes'>
  needs: Coverage[]
}

/** Returns the entitlement with the code attached, to compute the answer from. */
export const withCode = (entitlement: Entitlement, coupon: Coupon): Entitlement => {
  const { id: couponId, code, productId } = coupon
  const attached = { couponId, code, productId, hasUsesLeft: coupon.used + 1 < coupon.maxUsage, voidedAt: null }
  return { ...entitlement, codes: [...entitlement.codes, attached] }
}
