/** What password a login on the learning platform has: their own of the sign-up, the one it had, or one still to choose. */
export type PasswordOf = 'chosen' | 'kept' | 'asked'

/** What to say of the password of a login on the learning platform (rules.md D7). */
export const passwordSentences: Record<PasswordOf, string> = {
  chosen: 'The password is the one you chose when you first signed up.',
  kept: 'You had this login before. We did not change its password.',
  asked: 'To choose a password, use the link in the message that the course platform sends you.',
}

/** The login on the learning platform of who signed up here. `password` is null until it is made. */
export interface PlatformLogin {
  email: string
  password: PasswordOf | null
}

/** How one gets in over there (rules.md D7). */
export const loginSentence = ({ email, password }: PlatformLogin): string =>
  `Log in there as ${email}. ${passwordSentences[password ?? 'chosen']}${
    password === null ? ' If you had a login there before, its password has not changed.' : ''
  }`
