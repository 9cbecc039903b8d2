/** Password rules of the join form. All failing rules are shown at once (docs/rules/sign-up.md). */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 64

export const passwordMessages = {
  /** Wording of the pay page, quoted from the specification. */
  short: 'Password needs to be least 8 characters.',
  length: 'Password needs to be between 8 to 64 characters in length.',
  upper: 'Password needs an uppercase letter.',
  lower: 'Password needs a lowercase letter.',
  digit: 'Password needs a digit.',
  special: 'Password needs a special character.',
  guessed: 'Password must not contain 123, abc or password.',
  name: 'Password must not include your first or last name.',
  match: 'Passwords must match.',
} as const

interface PasswordRule {
  text: string
  holds: boolean
}

const GUESSED = ['123', 'abc', 'password']

/** Returns each rule and whether it is met, to show while typing. Names are compared ignoring case. */
export const passwordRules = (password: string, names: string[]): PasswordRule[] => {
  const lower = password.toLowerCase()
  const length = [...password].length
  return [
    { text: passwordMessages.length, holds: length >= PASSWORD_MIN && length <= PASSWORD_MAX },
    { text: passwordMessages.upper, holds: /\p{Lu}/u.test(password) },
    { text: passwordMessages.lower, holds: /\p{Ll}/u.test(password) },
    { text: passwordMessages.digit, holds: /\p{Nd}/u.test(password) },
    { text: passwordMessages.special, holds: /[^\p{L}\p{M}\p{N}\s]/u.test(password) },
    { text: passwordMessages.guessed, holds: !GUESSED.some(word => password.includes(word)) },
    { text: passwordMessages.name, holds: !names.some(n => n.trim() && lower.includes(n.trim().toLowerCase())) },
  ]
}

/** Returns the messages of all failing rules. */
export const passwordProblems = (password: string, names: string[]): string[] =>
  passwordRules(password, names)
    .filter(rule => !rule.holds)
    .map(rule => rule.text)
