import type { Refused, RefusedUntil } from '#src/core/rules/outcome.ts'
import type { GateReason } from '#src/courses/rules/course.ts'
import type { UsedUpStatus } from './access-code.ts'

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
