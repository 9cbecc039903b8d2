/** Password rules of the join form. All failing rules are shown at once (docs/rules/sign-up.md). */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 64

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
export const passwordProblems = (password: string, names: string[]): PasswordReason[] =>
  passwordRules(password, names)
    .filter(rule => !rule.holds)
    .map(rule => rule.reason)
