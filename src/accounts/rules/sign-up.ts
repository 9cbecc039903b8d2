import * as z from 'zod/mini'
import { emailField } from '#src/core/rules/form.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { FULL_NAME_MAX, nameProblem, tidyName } from '#src/core/rules/person-names.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import type { SignUpPage } from './sign-up-page.ts'

/** Password rules of the join form. All failing rules are shown at once (docs/rules/sign-up.md). */
const PASSWORD_MIN = 8
const PASSWORD_MAX = 64

/** Requirements of a password. */
type PasswordReason =
  | 'password_length'
  | 'password_upper'
  | 'password_lower'
  | 'password_digit'
  | 'password_special'
  | 'password_guessed'
  | 'password_name'

interface PasswordRule {
  reason: PasswordReason
  holds: boolean
}

const GUESSED = ['123', 'abc', 'password']

/** Returns each rule and whether it is met, to show while typing. Names are compared ignoring case. */
export const passwordRules = (password: string, names: string[]): PasswordRule[] => {
  const lower = password.toLowerCase()
  const length = [...password].length
  return [
    { reason: 'password_length', holds: length >= PASSWORD_MIN && length <= PASSWORD_MAX },
    { reason: 'password_upper', holds: /\p{Lu}/u.test(password) },
    { reason: 'password_lower', holds: /\p{Ll}/u.test(password) },
    { reason: 'password_digit', holds: /\p{Nd}/u.test(password) },
    { reason: 'password_special', holds: /[^\p{L}\p{M}\p{N}\s]/u.test(password) },
    { reason: 'password_guessed', holds: !GUESSED.some(word => password.includes(word)) },
    { reason: 'password_name', holds: !names.some(n => n.trim() && lower.includes(n.trim().toLowerCase())) },
  ]
}

/** Returns the reasons of all failing rules. */
const passwordProblems = (password: string, names: string[]): PasswordReason[] =>
  passwordRules(password, names)
    .filter(rule => !rule.holds)
    .map(rule => rule.reason)

/** Forms of /pay and /verify, with the same schema in browser and server (docs/rules/sign-up.md). */

/** Sentences of what can be wrong with a field, in the language of the page. */
export type Faults = Record<
  | PasswordReason
  | NonNullable<ReturnType<typeof nameProblem>>
  | 'name_not_two'
  | 'first_name_short'
  | 'last_name_short'
  | 'email_invalid'
  | 'password_short'
  | 'password_match',
  string
> & { email_domain: (domain: string) => string }

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
const nameField = () => z._default(z.string().check(z.overwrite(tidyName)), '')

const say = (ctx: Ctx<unknown>, path: string, message: string) =>
  ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value })

const sayName = (ctx: Ctx<unknown>, path: string, problem: ReturnType<typeof nameProblem>, faults: Faults) => {
  if (problem) say(ctx, path, faults[problem])
}

const checkEmail = (ctx: Ctx<{ email: string }>, domain: string | null, faults: Faults) => {
  const email = cleanEmail(ctx.value.email)
  if (!email) say(ctx, 'email', faults.email_invalid)
  else if (domain && !email.endsWith(`@${domain.toLowerCase()}`)) say(ctx, 'email', faults.email_domain(domain))
}

/** First step of /pay: name, email, password. The server stores at most 64 characters of password. */
export const PaySignUpForm = (emailDomain: string | null, faults: Faults) =>
  z.object({ name: nameField(), email: emailField(), password: field() }).check(
    z.check(ctx => {
      const { name, password } = ctx.value
      if (!/\S\s+\S/.test(name)) say(ctx, 'name', faults.name_not_two)
      else sayName(ctx, 'name', nameProblem(name, FULL_NAME_MAX) ?? nameProblem(splitName(name).last), faults)
      checkEmail(ctx, emailDomain, faults)
      const length = [...password].length
      if (length < PASSWORD_MIN) say(ctx, 'password', faults.password_short)
      else if (length > PASSWORD_MAX) say(ctx, 'password', faults.password_length)
    }),
  )

const letters = (name: string) => name.match(/\p{L}/gu)?.length ?? 0

const joinFields = () => ({ first_name: nameField(), last_name: nameField(), email: emailField(), password: field() })

const checkJoin =
  (emailDomain: string | null, faults: Faults) =>
  (ctx: Ctx<{ first_name: string; last_name: string; email: string; password: string }>): void => {
    const { first_name, last_name, password } = ctx.value
    const names = [
      ['first_name', first_name, faults.first_name_short],
      ['last_name', last_name, faults.last_name_short],
    ] as const
    for (const [path, name, message] of names) {
      if (letters(name) < 2) say(ctx, path, message)
      else sayName(ctx, path, nameProblem(name), faults)
    }
    checkEmail(ctx, emailDomain, faults)
    for (const reason of passwordProblems(password, [first_name, last_name])) say(ctx, 'password', faults[reason])
  }

/** Form of /verify without the repeated password: the body of POST /api/students/send_code with two names. */
export const JoinBody = (emailDomain: string | null, faults: Faults) =>
  z.object(joinFields()).check(z.check(checkJoin(emailDomain, faults)))

/** Form of /verify as people fill it in. */
export const JoinForm = (emailDomain: string | null, faults: Faults) =>
  z.object({ ...joinFields(), confirm_password: field() }).check(
    // A single check, because zod skips a second check if the first one fails, and all errors must show at once.
    z.check(ctx => {
      checkJoin(emailDomain, faults)(ctx)
      if (ctx.value.confirm_password !== ctx.value.password) say(ctx, 'confirm_password', faults.password_match)
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

/** Returns the slots of signed help for a step of sign-up, the most exact first. */
export const signUpSlots = ({ step, problems }: Pick<SignUpPage, 'step' | 'problems'>): HelpSlot[] => {
  if (step === 'email') return ['sign-up']
  return Object.keys(problems).length > 0 ? ['sign-up-code-wrong', 'sign-up-code'] : ['sign-up-code']
}

/** Slots of the steps that a script shows without a page load. */
export const laterSignUpSlots: HelpSlot[] = ['sign-up', 'sign-up-code', 'sign-up-code-wrong']
