import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { staffMessages } from '#src/core/rules/staff.ts'
import ui from '#src/texts/en/pages/ui.ts'
import { captchaRefusals } from '../rules/captcha.ts'

/** Sentences of the reasons to refuse a sign-in. The script of the login page does without them. */
export const signInRefusals = {
  ...captchaRefusals,
  wrong_code: { message: ui.wrongCode },
  too_many_tries: { message: 'Too many tries. Wait a while, then ask for a new code.' },
  refresh_token_spent: { message: staffMessages.unauthorized },
} as const satisfies RefusalTexts

export type SignInReason = keyof typeof signInRefusals
