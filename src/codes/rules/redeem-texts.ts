import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { RefusalText, Refused } from '#src/core/rules/outcome.ts'
import type { GateReason } from '#src/courses/rules/course.ts'
import { type CodeAnswer, type CodeStatus, isUsedUp } from './access-code.ts'

/** Reasons to refuse a code. The sentence of `code_not_used_here` names the product. */
const sentenceReasons = [
  'token_not_found',
  'course_not_activated',
  'sign_up_ended',
  'codes_not_accepted',
  'cards_not_accepted',
  'removed_from_course',
  'code_required',
  'code_malformed',
  'code_unknown',
  'code_expired',
  'code_busy',
  'too_many_wrong_codes',
] as const

type SentenceReason = (typeof sentenceReasons)[number] | GateReason
export type RedeemReason = SentenceReason | 'code_not_used_here'
export type RedeemRefused =
  | Refused<Exclude<RedeemReason, 'code_not_used_here' | 'too_many_wrong_codes' | 'code_busy'>>
  | (Refused<'code_not_used_here'> & { product: string })
  | (Refused<'too_many_wrong_codes' | 'code_busy'> & { until: Date })

const WRONG_CODE: RedeemReason[] = ['token_not_found', 'code_unknown', 'code_expired', 'code_not_used_here']

/** The place and language of a sentence. The sign-up page (`onPay`) has some sentences of its own. */
export interface Shown {
  onPay: boolean
  language: Language
}

/** Returns the sentence of a refusal. The sign-up page has one sentence for every wrong code. */
export const redeemRefusalText = (
  refused: RedeemRefused,
  { onPay = false, language = 'en' }: Partial<Shown> = {},
): RefusalText => {
  const { reasons } = textsIn(language)
  if (onPay && WRONG_CODE.includes(refused.reason)) return { message: reasons.code_unknown }
  if (refused.reason === 'code_not_used_here') return { message: reasons.code_not_used_here(refused.product) }
  return { message: reasons[refused.reason] }
}

/** Returns the sentence of an answer. The sign-up page words MAX in its own way. */
export const codeAnswerText = (
  { status, unchanged, progress: { done, total, codes } }: Omit<CodeAnswer, 'needs'>,
  { onPay = false, language = 'en' }: Partial<Shown> = {},
): string => {
  const { reasons, pay } = textsIn(language)
  if (status === 'MAX' && onPay) return reasons.maxOnPay
  if (status !== 'OK') return reasons[status]
  return unchanged === 'already_covered' ? pay.already_covered : pay.progress(done, total) + codes.join(', ')
}

/** Outcome of an attempt that staff see: a status of the MAX family, or the reason of a refusal that counted. */
export type AttemptOutcome = CodeStatus | RedeemReason

/** Returns the English sentence of what the person saw. Rows of earlier releases contain the sentence itself. */
export const attemptText = (outcome: string, product: string | null): string => {
  const { reasons } = textsIn('en')
  if (outcome === 'code_not_used_here') return reasons.code_not_used_here(product ?? 'another product')
  if (isUsedUp(outcome)) return reasons[outcome]
  return isListed(outcome) ? reasons[outcome] : outcome
}

const isListed = (reason: string): reason is SentenceReason => sentenceReasons.some(listed => listed === reason)
