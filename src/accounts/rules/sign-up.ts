import * as z from 'zod/mini'
import { type AllProblems, checkWholeForm, emailField } from '#src/core/rules/form.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { FULL_NAME_MAX, nameProblem, tidyName } from '#src/core/rules/person-names.ts'
import type { SignUpForm } from './sign-up-page.ts'

/** Rules of the sign-up forms and their code, the same in browser and server (docs/rules/sign-up.md). */

const PASSWORD_MIN = 8
const PASSWORD_MAX = 64
const PIN_MIN = 4
/** Seconds until another code can be requested. */
export const RESEND_SECONDS = 30
/** Codes sent to one address per hour. */
export const CODES_AN_HOUR = 5

const GUESSED = ['123', 'abc', 'password']

/** Returns each rule for the password of /verify and whether it is met. Names are compared ignoring case. */
export const passwordRules = (password: string, names: string[]) => {
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
  ] as const
}

/** Sentences of what can be wrong with a field, in the language of the page. */
type Faults = Record<
  | ReturnType<typeof passwordRules>[number]['reason']
  | NonNullable<ReturnType<typeof nameProblem>>
  | 'name_not_two'
  | 'first_name_short'
  | 'last_name_short'
  | 'email_invalid'
  | 'password_short'
  | 'password_match',
  string
> & { email_domain: (domain: string) => string }

interface FormRules {
  /** The only domain of emails that the school accepts. Null for any. */
  emailDomain: string | null
  faults: Faults
}

/** Fields as typed: `name` on /pay, `first_name` and `last_name` on /verify. */
export type SignUpFields = Record<string, string | undefined>

/** Returns everything that is wrong with a form as people fill it in: /verify asks for the password twice. */
export const signUpProblems = (form: SignUpForm, fields: SignUpFields, rules: FormRules): AllProblems => {
  const checked = form === 'join' ? checkWholeForm(JoinForm(rules), fields) : checkWholeForm(PayForm(rules), fields)
  return checked.ok ? {} : checked.problems
}

/** Returns the form that has these fields. */
export const signUpFormOf = ({ first_name, last_name }: SignUpFields): SignUpForm =>
  first_name !== undefined || last_name !== undefined ? 'join' : 'pay'

interface Person {
  email: string
  password: string
  name: string
  givenName: string
  familyName: string
}

/** Reads the person of a form that has the password once, as POST /api/students/send_code does. */
export const readPerson = (
  fields: SignUpFields,
  rules: FormRules,
): { ok: true; person: Person } | { ok: false; problems: AllProblems } => {
  if (signUpFormOf(fields) === 'join') {
    const checked = checkWholeForm(JoinBody(rules), fields)
    if (!checked.ok) return checked
    const { first_name: givenName, last_name: familyName, email, password } = checked.value
    return { ok: true, person: { email, password, name: `${givenName} ${familyName}`, givenName, familyName } }
  }
  const checked = checkWholeForm(PayForm(rules), fields)
  if (!checked.ok) return checked
  return { ok: true, person: { ...checked.value, ...splitName(checked.value.name) } }
}

/** Returns why a typed code cannot be right; null if it may be tried. */
export const codeProblem = (typed: string): 'code_required' | 'code_too_short' | null => {
  const { length } = typed.trim()
  if (length === 0) return 'code_required'
  return length < PIN_MIN ? 'code_too_short' : null
}

/** Returns when a network may ask for the next code, by its pending sign-ups; null if it may now. */
export const nextCodeAt = (pending: { createdAt: Date }[], now: Date): Date | null => {
  const last = Math.max(0, ...pending.map(s => s.createdAt.getTime()))
  const next = new Date(last + RESEND_SECONDS * 1000)
  return next > now ? next : null
}

const text = () => z._default(z.string(), '')
const nameField = () => z._default(z.string().check(z.overwrite(tidyName)), '')

/** Form of /pay. */
const PayForm = (rules: FormRules) =>
  z.object({ name: nameField(), email: emailField(), password: text() }).check(
    z.check(ctx => {
      const { name, password } = ctx.value
      const { faults } = rules
      const problem = /\S\s+\S/.test(name)
        ? (nameProblem(name, FULL_NAME_MAX) ?? nameProblem(splitName(name).familyName))
        : 'name_not_two'
      if (problem) addProblem(ctx, 'name', faults[problem])
      checkEmail(ctx, rules)
      const length = [...password].length
      if (length < PASSWORD_MIN) addProblem(ctx, 'password', faults.password_short)
      else if (length > PASSWORD_MAX) addProblem(ctx, 'password', faults.password_length)
    }),
  )

const joinFields = () => ({
  first_name: nameField(),
  last_name: nameField(),
  email: emailField(),
  password: text(),
})

/** Form of /verify, with the password once. */
const JoinBody = (rules: FormRules) => z.object(joinFields()).check(z.check(ctx => checkJoin(ctx, rules)))

/** Form of /verify, with the password twice. */
const JoinForm = (rules: FormRules) =>
  z.object({ ...joinFields(), confirm_password: text() }).check(
    // A single check, because zod skips a second check if the first one fails, and all errors must show at once.
    z.check(ctx => {
      checkJoin(ctx, rules)
      const { password, confirm_password } = ctx.value
      if (confirm_password !== password) addProblem(ctx, 'confirm_password', rules.faults.password_match)
    }),
  )

/** A form while it is checked. */
interface Checking<T> {
  value: T
  issues: unknown[]
}

const addProblem = (ctx: Checking<unknown>, field: string, message: string) =>
  ctx.issues.push({ code: 'custom', message, path: [field], input: ctx.value })

const TWO_LETTERS = /\p{L}.*\p{L}/su

const checkJoin = (
  ctx: Checking<Record<'first_name' | 'last_name' | 'email' | 'password', string>>,
  rules: FormRules,
): void => {
  const { first_name, last_name, password } = ctx.value
  const { faults } = rules
  for (const field of ['first_name', 'last_name'] as const) {
    const name = ctx.value[field]
    const problem = TWO_LETTERS.test(name) ? nameProblem(name) : (`${field}_short` as const)
    if (problem) addProblem(ctx, field, faults[problem])
  }
  checkEmail(ctx, rules)
  for (const { reason, holds } of passwordRules(password, [first_name, last_name]))
    if (!holds) addProblem(ctx, 'password', faults[reason])
}

const checkEmail = (ctx: Checking<{ email: string }>, { emailDomain, faults }: FormRules) => {
  const email = cleanEmail(ctx.value.email)
  if (!email) addProblem(ctx, 'email', faults.email_invalid)
  else if (emailDomain && !email.endsWith(`@${emailDomain.toLowerCase()}`))
    addProblem(ctx, 'email', faults.email_domain(emailDomain))
}

/** Takes the last word as the family name. */
const splitName = (name: string): { givenName: string; familyName: string } => {
  const words = name.trim().split(/\s+/)
  // Old tablets have no `at`.
  const familyName = words.pop() ?? ''
  return { givenName: words.join(' '), familyName }
}
