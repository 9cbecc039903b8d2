import type { AllProblems } from '#src/core/rules/form.ts'
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

export const signUpFormOf = ({ first_name, last_name }: SignUpFields): SignUpForm =>
  first_name !== undefined || last_name !== undefined ? 'join' : 'pay'

/**
 * Reads the person of a form, and everything that is wrong with it by field, in the order of the form. It has the password
 * once, as POST /api/students/send_code does.
 */
export const readPerson = (form: SignUpForm, fields: SignUpFields, { emailDomain, faults }: FormRules) => {
  const { password = '' } = fields
  const email = cleanEmail(fields.email) ?? ''
  const typed = tidyName(fields.name ?? '')
  const { givenName, familyName } =
    form === 'join'
      ? { givenName: tidyName(fields.first_name ?? ''), familyName: tidyName(fields.last_name ?? '') }
      : splitName(typed)
  const say = (reason: keyof Omit<Faults, 'email_domain'> | null) => (reason ? [faults[reason]] : [])
  const isOtherDomain = emailDomain && !email.endsWith(`@${emailDomain.toLowerCase()}`)
  const emailProblems = email === '' ? say('email_invalid') : isOtherDomain ? [faults.email_domain(emailDomain)] : []
  const all: AllProblems =
    form === 'join'
      ? {
          first_name: say(TWO_LETTERS.test(givenName) ? nameProblem(givenName) : 'first_name_short'),
          last_name: say(TWO_LETTERS.test(familyName) ? nameProblem(familyName) : 'last_name_short'),
          email: emailProblems,
          password: passwordRules(password, [givenName, familyName]).flatMap(rule =>
            say(rule.holds ? null : rule.reason),
          ),
        }
      : {
          name: say(givenName ? (nameProblem(typed, FULL_NAME_MAX) ?? nameProblem(familyName)) : 'name_not_two'),
          email: emailProblems,
          password: say(lengthProblem(password)),
        }
  const problems: AllProblems = Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0))
  const name = form === 'join' ? `${givenName} ${familyName}` : typed
  return { person: { email, password, name, givenName, familyName }, problems }
}

/** Returns everything that is wrong with a form as people fill it in: /verify asks for the password twice. */
export const signUpProblems = (form: SignUpForm, fields: SignUpFields, rules: FormRules): AllProblems => {
  const { problems } = readPerson(form, fields, rules)
  const { password = '', confirm_password = '' } = fields
  return form === 'join' && confirm_password !== password
    ? { ...problems, confirm_password: [rules.faults.password_match] }
    : problems
}

const TWO_LETTERS = /\p{L}.*\p{L}/su

const lengthProblem = (password: string) => {
  const { length } = [...password]
  return length < PASSWORD_MIN ? 'password_short' : length > PASSWORD_MAX ? 'password_length' : null
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

/** Takes the last word as the family name. */
const splitName = (name: string) => {
  const words = name.trim().split(/\s+/)
  // Old tablets have no `at`.
  const familyName = words.pop() ?? ''
  return { givenName: words.join(' '), familyName }
}
