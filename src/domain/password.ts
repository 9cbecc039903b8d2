/** The password rules of the join form (spec §5). Every rule that fails is told at once. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 64

export const passwordMessages = {
  /** The pay page's own words, quirk included. */
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

export interface PasswordRule {
  text: string
  holds: boolean
}

const GUESSED = ['123', 'abc', 'password']

/** Each rule and whether it holds: what a person sees as they type. Names are compared without regard to case. */
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

/** The sentences of all rules that fail. */
export const passwordProblems = (password: string, names: string[]): string[] =>
  passwordRules(password, names)
    .filter(rule => !rule.holds)
    .map(rule => rule.text)
