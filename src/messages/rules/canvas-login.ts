/** Password of a login in Canvas: chosen at sign-up, kept from before, or still to be chosen. */
export type PasswordOf = 'chosen' | 'kept' | 'asked'

/** Tells people which password to use in Canvas (docs/rules/sign-up.md). */
export const passwordSentences: Record<PasswordOf, string> = {
  chosen: 'Use the password you chose when you first signed up.',
  kept: 'You already had this login. Your password has not changed.',
  asked: 'To choose a password, use the link in the email from the course platform.',
}

/** Canvas login of a person who signed up. `password` is null until the login is created. */
export interface PlatformLogin {
  email: string
  password: PasswordOf | null
}

/** Tells people how to log in to Canvas. */
export const loginSentence = ({ email, password }: PlatformLogin): string =>
  `Log in there as ${email}. ${passwordSentences[password ?? 'chosen']}${
    password === null ? ' If you already had a login there, its password has not changed.' : ''
  }`
