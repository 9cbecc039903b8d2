import * as z from 'zod/mini'
import { wrongCode } from '#src/core/rules/one-time-code.ts'
import { cleanEmail, emailMessage } from '#src/core/rules/person.ts'
import { PASSWORD_MAX, PASSWORD_MIN, passwordMessages, passwordProblems } from './password.ts'

/** Forms of /pay and /verify, with the same schema in browser and server (docs/rules/sign-up.md). */
export const signUpMessages = {
  name: 'First and last name please.',
  firstName: 'First name needs at least 2 letters.',
  lastName: 'Last name needs at least 2 letters.',
  nameLong: 'This name is too long.',
  emailDomain: (domain: string) => `@${domain} is required`,
  codeRequired: 'Please enter the code to verify your email.',
  codeWrong: wrongCode,
  pinRequired: 'Please enter the pin number to verify your email.',
  pinWrong: 'The pin number given is not right.',
  tooSoon: 'We just sent you an email. Check your mail, or ask for another one in 30 seconds.',
  sent: (email: string) => `We sent a six-digit code to ${email}.`,
  parent: 'Under 13? Ask a parent or guardian to read the Privacy Policy and sign up with you.',
} as const

/** Messages that only the server sends. */
export const codeAnswers = {
  tooMany: 'We sent many emails to this address. Use the newest one, or wait an hour.',
  tooManyWrong: 'Too many wrong codes. Wait a few minutes and try again.',
  resent: 'If your sign-up is still open, we sent a new email. The old code no longer works.',
} as const

/** Seconds until another code can be requested. */
export const RESEND_SECONDS = 30
/** Codes sent to one address per hour. */
export const CODES_AN_HOUR = 5
const PIN_MIN = 4
const NAME_MAX = 100

interface Ctx<T> {
  value: T
  issues: unknown[]
}

const field = () => z._default(z.string(), '')
const trimmed = () => z._default(z.string().check(z.trim()), '')
const address = () => z._default(z.string().check(z.trim(), z.toLowerCase()), '')

const say = (ctx: Ctx<unknown>, path: string, message: string) =>
  ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value })

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
      else if (name.length > 2 * NAME_MAX) say(ctx, 'name', signUpMessages.nameLong)
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
      else if (name.length > NAME_MAX) say(ctx, path, signUpMessages.nameLong)
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

const digits = (required: string, wrong: string) =>
  trimmed().check(
    z.check(ctx => {
      if (ctx.value === '') ctx.issues.push({ code: 'custom', message: required, input: ctx.value })
      else if (ctx.value.length < PIN_MIN) ctx.issues.push({ code: 'custom', message: wrong, input: ctx.value })
    }),
  )

/** Code on /pay. */
export const VerifyCodeForm = z.object({ code: digits(signUpMessages.codeRequired, signUpMessages.codeWrong) })
/** Pin number on /verify: the same digits under another name. */
export const PinForm = z.object({ pin_number: digits(signUpMessages.pinRequired, signUpMessages.pinWrong) })

/** Splits a full name: the last word is taken as the family name. */
export const splitName = (name: string): { first: string; last: string } => {
  const words = name.trim().split(/\s+/)
  return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' }
}
