import * as z from 'zod/mini'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { staffMessages } from '#src/core/rules/staff.ts'
import ui from '#src/texts/en/pages/ui.ts'
import { captchaRefusals } from './captcha.ts'
import { signInCodeProblem, targetProblem } from './sign-in.ts'

/** Server-side forms of /login. The page calls the same rules without loading zod. */
const connection = z._default(z.enum(['email', 'sms']), 'email')
const text = z._default(z.string(), '')

export const TargetForm = z.object({ connection, target: text }).check(
  z.check(ctx => {
    const problem = targetProblem(ctx.value.connection, ctx.value.target)
    if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value.target, path: ['target'] })
  }),
)

export const SignInForm = z.object({ connection, target: text, code: text }).check(
  z.check(ctx => {
    const problem = signInCodeProblem(ctx.value.code)
    if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value.code, path: ['code'] })
  }),
)

/** Sentences of the reasons to refuse a sign-in. The script of the login page does without them. */
export const signInRefusals = {
  ...captchaRefusals,
  wrong_code: { message: ui.wrongCode },
  too_many_tries: { message: 'Too many tries. Wait a while, then ask for a new code.' },
  refresh_token_spent: { message: staffMessages.unauthorized },
} as const satisfies RefusalTexts

export type SignInReason = keyof typeof signInRefusals
