import * as z from 'zod/mini'
import { signInCodeProblem, targetProblem } from './sign-in.ts'

/** The forms of /login for the server; the page itself calls their rules without the library around them. */
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
