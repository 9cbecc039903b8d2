import type { MailContent } from './letter.ts'
import { cleanEmail, emailMessage } from './person.ts'
import { DAY_MS, HOUR_MS } from './time.ts'
import { CODE_MS, codeValidity, wrongCode } from './typed-code.ts'

/** Passwordless sign-in of staff (spec §2, Login page; rules.md D8, F1). */
export type Connection = 'email' | 'sms'

export const IDLE_MS = 8 * HOUR_MS
export const LONGEST_MS = DAY_MS

export const signInMessages = {
  noEmail: 'Enter your email.',
  noPhone: 'Enter your mobile number.',
  isPhone: 'This looks like a mobile number: choose Mobile above.',
  isEmail: 'This looks like an email: choose Email above.',
  phone: 'The mobile number does not look right.',
  /** Another code takes another captcha, which stands on the step before. */
  sent: `If we know you, a code is on its way. ${codeValidity} press Back to ask for a new one.`,
  codeRequired: 'Enter the code from the message.',
  wrong: wrongCode,
  tooMany: 'Too many tries. Wait a while, then ask for a new code.',
} as const

export const targetProblem = (connection: Connection, target: string): string | null => {
  const typed = target.trim()
  const isEmail = connection === 'email'
  if (typed === '') return isEmail ? signInMessages.noEmail : signInMessages.noPhone
  const digits = typed.replace(/\D/g, '').length
  const isPhone = digits >= 8 && digits <= 16 && /^[+\d\s().-]+$/.test(typed)
  if (isEmail) return cleanEmail(typed) ? null : isPhone ? signInMessages.isPhone : emailMessage
  return isPhone ? null : typed.includes('@') ? signInMessages.isEmail : signInMessages.phone
}

/** What is wrong with a code as typed; null when it may be tried. */
export const signInCodeProblem = (code: string): string | null =>
  code.trim() === '' ? signInMessages.codeRequired : null

/** The mobile helper of spec §5: +1 is put in front by itself once more than two characters are typed. */
export const withPlusOne = (typed: string): string =>
  typed.length > 2 && !typed.startsWith('+') ? `+1 ${typed}` : typed

/** Where to go after login: a path of our own, else the first page of the back-office (rules.md F2). */
export const localPath = (given: string | undefined): `/${string}` => {
  if (!given || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return '/course'
  const base = 'http://signbook.invalid'
  if (!URL.canParse(given, base)) return '/course'
  const url = new URL(given, base)
  const path = `${url.pathname}${url.search}${url.hash}` as const
  return url.origin === base && !path.startsWith('//') ? (path as `/${string}`) : '/course'
}

/** The code stands alone on a line (contract.md, JSON). */
export const signInMail = (code: string, supportEmail: string): MailContent => ({
  subject: `${code} is your Signbook code`,
  parts: [
    { is: 'text', text: 'Here is your code to sign in to the Signbook back-office:' },
    { is: 'code', code },
    { is: 'text', text: `It is good for ${CODE_MS / 60_000} minutes and works once. Only the newest code counts.` },
    {
      is: 'text',
      text: `If you did not ask for it, nobody has got in: leave it be, or write to ${supportEmail}.`,
    },
  ],
})

export const signInText = (code: string): string =>
  `Your Signbook code:\n\n${code}\n\nGood for ${CODE_MS / 60_000} minutes. Nobody of ours will ever ask you for it.`
