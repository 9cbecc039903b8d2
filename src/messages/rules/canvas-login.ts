import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'

/** Password of a login in Canvas: chosen at sign-up, kept from before, or still to be chosen. */
export type PasswordOf = 'chosen' | 'kept' | 'asked'

/** Canvas login of a person who signed up. `password` is null until the login is created. */
export interface PlatformLogin {
  email: string
  password: PasswordOf | null
}

/** Tells people how to log in to Canvas. */
export const loginSentence = ({ email, password }: PlatformLogin, language: Language = 'en'): string => {
  const { login } = textsIn(language).sentences
  return [login.as(email), login[password ?? 'chosen'], password === null ? login.ifKept : []].flat().join(' ')
}
