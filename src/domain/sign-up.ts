import * as z from 'zod/mini'
import { PASSWORD_MAX, PASSWORD_MIN, passwordMessages, passwordProblems } from './password.ts'
import { cleanEmail, emailMessage } from './person.ts'
import { wrongCode } from './typed-code.ts'

/** The forms of /pay and /verify, checked by the same schema in the browser and on the server (spec §5). */
export const signUpMessages = {
  name: 'First and last name please.',
  firstName: 'First name needs at least 2 letters.',
  lastName: 'Last name needs at least 2 letters.',
  nameLong: 'That name is longer than we can keep.',
  emailDomain: (domain: string) => `@${domain} is required`,
  codeRequired: 'Please enter the code to verify your email.',
  codeWrong: wrongCode,
  pinRequired: 'Please enter the pin number to verify your email.',
  pinWrong: 'The pin number given is not right.',
  tooSoon: 'We sent you a message a moment ago. Look for it in your mail, or ask for another one in 30 seconds.',
  tooMany: 'This address was sent many messages. Use the newest one that you have, or wait an hour.',
  tooManyWrong: 'Too many codes that were not right. Wait a few minutes and try again.',
  sent: (email: string) => `We sent a message with six digits to ${email}.`,
  resent: 'If your sign-up still waits, a new message is on its way. The digits of the one before it no longer work.',
  parent: 'If you are under 13, ask a parent or guardian to read the Privacy Policy and to sign up with you.',
} as const

/** Seconds before another code may be asked for. */
export const RESEND_SECONDS = 30
/** How many codes an address is sent in an hour (rules.md B, Abuse; D8). */
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

/** The first step of /pay: one name, an address, a password. 64 characters is what the server keeps (rules.md D5). */
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

/** The form of /verify, without its second password: what POST /api/students/send_code takes with two names. */
export const JoinBody = (emailDomain: string | null) => z.object(joinFields()).check(z.check(checkJoin(emailDomain)))

/** The form of /verify as people fill it in. */
export const JoinForm = (emailDomain: string | null) =>
  z.object({ ...joinFields(), confirm_password: field() }).check(
    // One check for both: a second one is not reached where the first finds something, and all is told at once.
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

/** The code on /pay. */
export const VerifyCodeForm = z.object({ code: digits(signUpMessages.codeRequired, signUpMessages.codeWrong) })
/** The pin number on /verify: the same digits under another name. */
export const PinForm = z.object({ pin_number: digits(signUpMessages.pinRequired, signUpMessages.pinWrong) })

/** A name in two parts: the last word is the family name, as far as a program can tell. */
export const splitName = (name: string): { first: string; last: string } => {
  const words = name.trim().split(/\s+/)
  return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' }
}
