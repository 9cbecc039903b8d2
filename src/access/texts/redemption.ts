import type { Language } from '#src/core/rules/language.ts'
import type { RefusalText } from '#src/core/rules/outcome.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { AttemptOutcome, CodeAnswer, RedeemReason, RedeemRefused } from '../rules/access-code.ts'

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

/** Returns the English sentence of what the person saw. */
export const attemptText = (outcome: AttemptOutcome, product: string | null): string => {
  const { reasons } = textsIn('en')
  return outcome === 'code_not_used_here' ? reasons.code_not_used_here(product ?? 'another product') : reasons[outcome]
}
