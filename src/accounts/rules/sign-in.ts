import { plainTyped } from '#src/core/rules/normalize.ts'
import { CODE_MS, codeValidity } from '#src/core/rules/one-time-code.ts'
import { cleanEmail, emailMessage } from '#src/core/rules/person.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'

/** Passwordless sign-in of staff (docs/rules/staff.md). */
export type Connection = 'email' | 'sms'
export const LONGEST_MS = DAY_MS

/** Names a target among all addresses that a code may prove. */
export const provenTarget = (to: string): string => `sign-in ${to}`

/** Only the network or session that asked for a code can use it. */
export const fromNetwork = (address: string): string => `network:${networkOf(address)}`
export const fromSession = (id: number): string => `session:${id}`

export const signInMessages = {
  noEmail: 'Enter your email.',
  noPhone: 'Enter your mobile number.',
  isPhone: 'This looks like a mobile number. Choose Mobile above.',
  isEmail: 'This looks like an email. Choose Email above.',
  phone: 'This mobile number does not look right.',
  sent: 'If we know you, we have sent you a code.',
  newCode: `Enter it on this device. ${codeValidity}`,
  noCode: 'No code yet?',
  sentAgain: 'If we know you, we have sent you a new code. Use the newest one.',
  late: 'Many codes were asked for. Yours may take longer. It works for ten minutes from when it is sent.',
  recovery: 'Enter one of the recovery codes that you saved. Each works once.',
  codeRequired: 'Enter the code we sent you.',
} as const

export const targetProblem = (connection: Connection, target: string): string | null => {
  const typed = plainTyped(target)
  const isEmail = connection === 'email'
  if (typed === '') return isEmail ? signInMessages.noEmail : signInMessages.noPhone
  const digits = typed.replace(/\D/g, '').length
  const isPhone = digits >= 8 && digits <= 16 && /^[+\d\s().-]+$/.test(typed)
  if (isEmail) return cleanEmail(typed) ? null : isPhone ? signInMessages.isPhone : emailMessage
  return isPhone ? null : typed.includes('@') ? signInMessages.isEmail : signInMessages.phone
}

/** Adds +1 once more than two characters are typed without a country code. */
export const withPlusOne = (typed: string): string =>
  typed.length > 2 && !typed.startsWith('+') ? `+1 ${typed}` : typed

export const signInText = (code: string): string =>
  `Your Signbook code:\n\n${code}\n\nIt works for ${CODE_MS / 60_000} minutes. We will never ask you for this code.`
