import { progressSentence } from '#src/access/rules/coverage.ts'
import { entitlementMessages } from '#src/access/rules/entitlement.ts'
import type { RefusalText, RefusalTexts, Refused } from '#src/core/rules/outcome.ts'
import { wrongCode } from '#src/core/rules/wrong-code.ts'
import { gateRefusals } from '#src/courses/rules/course.ts'
import { type CodeAnswer, type CodeStatus, codeMessages, isUsedUp, typedCodeRefusals } from './access-code.ts'

/** Sentences of the reasons to refuse a code, except `code_not_used_here`, which names the product. */
export const redeemRefusals = {
  token_not_found: { message: entitlementMessages.tokenNotFound },
  ...gateRefusals,
  removed_from_course: { message: 'You were removed from this course. Ask your teacher, or write to us.' },
  ...typedCodeRefusals,
  code_unknown: { message: wrongCode },
  code_expired: { message: 'This access code has expired.' },
  code_busy: { message: 'Many people are using this code right now. Try again in a minute.' },
  too_many_wrong_codes: { message: 'Too many wrong codes. Wait a few minutes, check your code, and try again.' },
} as const satisfies RefusalTexts

export type RedeemReason = keyof typeof redeemRefusals | 'code_not_used_here'
export type RedeemRefused =
  | Refused<Exclude<RedeemReason, 'code_not_used_here' | 'too_many_wrong_codes' | 'code_busy'>>
  | (Refused<'code_not_used_here'> & { product: string })
  | (Refused<'too_many_wrong_codes' | 'code_busy'> & { until: Date })

const WRONG_CODE: RedeemReason[] = ['token_not_found', 'code_unknown', 'code_expired', 'code_not_used_here']

/** Returns the sentence of a refusal. The sign-up page (`onPay`) has one sentence for every wrong code. */
export const redeemRefusalText = (refused: RedeemRefused, { onPay = false } = {}): RefusalText => {
  if (onPay && WRONG_CODE.includes(refused.reason)) return redeemRefusals.code_unknown
  if (refused.reason === 'code_not_used_here') return { message: codeMessages.notUsedHere(refused.product) }
  return redeemRefusals[refused.reason]
}

/** Returns the sentence of an answer. The sign-up page (`onPay`) words MAX in its own way. */
export const codeAnswerText = (
  { status, unchanged, progress: { done, total, codes } }: Omit<CodeAnswer, 'needs'>,
  { onPay = false } = {},
): string => {
  if (status === 'MAX' && onPay) return codeMessages.maxOnPay
  if (status !== 'OK') return codeMessages[status]
  return unchanged === 'already_covered' ? codeMessages.already_covered : progressSentence(done, total, codes)
}

/** Outcome of an attempt that staff see: a status of the MAX family, or the reason of a refusal that counted. */
export type AttemptOutcome = CodeStatus | RedeemReason

/** Returns the sentence that the person saw. Rows of earlier releases contain the sentence itself. */
export const attemptText = (outcome: string, product: string | null): string => {
  if (outcome === 'code_not_used_here') return codeMessages.notUsedHere(product ?? 'another product')
  if (isUsedUp(outcome)) return codeMessages[outcome]
  return isListed(outcome) ? redeemRefusals[outcome].message : outcome
}

const isListed = (reason: string): reason is keyof typeof redeemRefusals => Object.hasOwn(redeemRefusals, reason)
