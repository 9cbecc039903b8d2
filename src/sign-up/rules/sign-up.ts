import * as z from 'zod/mini'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { cleanEmail, emailMessage } from '#src/core/rules/person.ts'
import { FULL_NAME_MAX, nameProblem } from '#src/core/rules/person-name.ts'
import { wrongCode } from '#src/core/rules/wrong-code.ts'
import { captchaRefusals } from './captcha.ts'
import { PASSWORD_MAX, PASSWORD_MIN, passwordMessages, passwordProblems } from './password.ts'

/** Forms of /pay and /verify, with the same schema in browser and server (docs/rules/sign-up.md). */
export const signUpMessages = {
  name: 'First and last name please.',
  firstName: 'First name needs at least 2 letters.',
  lastName: 'Last name needs at least 2 letters.',
  emailDomain: (domain: string) => `@${domain} is required`,
  sent: (email: string) => `We sent a code to ${email}.`,
  resent: 'If your sign-up is still open, we sent a new email. The old code no longer works.',
  parent: 'Under 13? Ask a parent or guardian to read the Privacy Policy and sign up with you.',
} as const

/** Sentences of the reasons to refuse a sign-up or its code. */
export const signUpRefusals = {
  ...captchaRefusals,
  code_just_sent: {
    message: 'We just sent you an email. Check your mail, or ask for another one in 30 seconds.',
  },
  too_many_codes: { message: 'We sent many emails to this address. Use the newest one, or wait an hour.' },
  code_required: { message: 'Please enter the code to verify your email.', field: 'magic_code' },
  code_too_short: { message: wrongCode, field: 'magic_code' },
  wrong_code: { message: wrongCode },
  too_many_wrong_codes: { message: 'Too many wrong codes. Wait a few minutes and try again.' },
} as const satisfies RefusalTexts

const WRONG_PIN = 'The pin number given is not right.'

/** The sentences on /verify, which calls the code a pin number. */
export const pinRefusals = {
  ...signUpRefusals,
  code_required: { message: 'Please enter the pin number to verify your email.' },
  code_too_short: { message: WRONG_PIN },
  wrong_code: { message: WRONG_PIN },
} as const satisfies RefusalTexts

export type SignUpReason = keyof typeof signUpRefusals

/** Seconds until another code can be requested. */
export const RESEND_SECONDS = 30
/** Codes sent to one address per hour. */
export const CODES_AN_HOUR = 5
const PIN_MIN = 4

interface Ctx<T> {
  value: T
  issues: unknown[]
}

const field = () => z._default(z.string(), '')
const trimmed = () => z._default(z.string().check(z.trim()), '')
const address = () => z._default(z.string().check(z.trim(), z.toLowerCase()), '')

const say = (ctx: Ctx<unknown>, path: string, message: string) =>
  ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value })

const sayName = (ctx: Ctx<unknown>, path: string, problem: string | null) => {
  if (problem) say(ctx, path, problem)
}

const checkEmail = (ctx: Ctx<{ email: string }>, domain: string | null) => {
  const email = cleanEmail(ctx.value.email)
  if (!email) say(ctx, 'email', emailMessage)
  else if (domain && !email.endsWith(`@${domain.toLowerCase()}`)) say(ctx, 'email', signUpMessages.emailDomain(domain))
}

/** First step of /pay: name, email, password. The server stores at most 64 characters of password. */
export const PaySignUpForm = (emailDomain: string | null) =>
  z.object({ name: trimmed(), email: address(), password: field() }).check(
    z.check(ctx => {
      const { name, password } = ctx.value
      if (!/\S\s+\S/.test(name)) say(ctx, 'name', signUpMessages.name)
      else sayName(ctx, 'name', nameProblem(name, FULL_NAME_MAX) ?? nameProblem(splitName(name).last))
      checkEmail(ctx, emailDomain)
      const length = [...password].length
      if (length < PASSWORD_MIN) say(ctx, 'password', passwordMessages.short)
      else if (length > PASSWORD_MAX) say(ctx, 'password', passwordMessages.length)
    }),
  )

const letters = (name: string) => name.match(/\p{L}/gu)?.length ?? 0

const joinFields = () => ({ first_name: trimmed(), last_name: trimmed(), email: address(), password: field() })

const checkJoin =
  (emailDomain: string | null) =>
  (ctx: Ctx<{ first_name: string; last_name: string; email: string; password: string }>): void => {
    const { first_name, last_name, password } = ctx.value
    const names = [
      ['first_name', first_name, signUpMessages.firstName],
      ['last_name', last_name, signUpMessages.lastName],
    ] as const
    for (const [path, name, message] of names) {
      if (letters(name) < 2) say(ctx, path, message)
      else sayName(ctx, path, nameProblem(name))
    }
    checkEmail(ctx, emailDomain)
    for (const message of passwordProblems(password, [first_name, last_name])) say(ctx, 'password', message)
  }

/** Form of /verify without the repeated password: the body of POST /api/students/send_code with two names. */
export const JoinBody = (emailDomain: string | null) => z.object(joinFields()).check(z.check(checkJoin(emailDomain)))

/** Form of /verify as people fill it in. */
export const JoinForm = (emailDomain: string | null) =>
  z.object({ ...joinFields(), confirm_password: field() }).check(
    // A single check, because zod skips a second check if the first one fails, and all errors must show at once.
    z.check(ctx => {
      checkJoin(emailDomain)(ctx)
      if (ctx.value.confirm_password !== ctx.value.password) say(ctx, 'confirm_password', passwordMessages.match)
    }),
  )

/** Returns why a typed code cannot be right; null if it may be tried. */
export const codeProblem = (typed: string): 'code_required' | 'code_too_short' | null => {
  const { length } = typed.trim()
  if (length === 0) return 'code_required'
  return length < PIN_MIN ? 'code_too_short' : null
}

/** Splits a full name: the last word is taken as the family name. */
export const splitName = (name: string): { first: string; last: string } => {
  const words = name.trim().split(/\s+/)
  // Old tablets have no `at`.
  const last = words.pop() ?? ''
  return { first: words.join(' '), last }
}
