import * as z from 'zod/mini'
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
