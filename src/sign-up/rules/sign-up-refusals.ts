import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { RefusalText } from '#src/core/rules/outcome.ts'
import type { CaptchaReason } from './captcha.ts'

/** Reasons to refuse a sign-up or its code. */
export type SignUpReason =
  | CaptchaReason
  | 'code_just_sent'
  | 'too_many_codes'
  | 'code_required'
  | 'code_too_short'
  | 'wrong_code'
  | 'too_many_wrong_codes'

/** Returns the sentence of a refusal. /verify (`joins`) calls the code a pin number. */
export const signUpRefusalText = (reason: SignUpReason, language: Language, joins = false): RefusalText => {
  const { reasons, join, ui } = textsIn(language)
  const { faults } = join
  switch (reason) {
    case 'code_required':
      return { message: joins ? faults.pin_required : faults.code_required, field: 'magic_code' }
    case 'code_too_short':
      return { message: joins ? faults.pin_wrong : ui.wrongCode, field: 'magic_code' }
    case 'wrong_code':
      return { message: joins ? faults.pin_wrong : ui.wrongCode }
    case 'too_many_wrong_codes':
      return { message: reasons.too_many_wrong_pins }
    case 'code_just_sent':
    case 'too_many_codes':
      return { message: reasons[reason] }
    default:
      return { message: reasons[reason], field: 'recaptcha_response' }
  }
}
