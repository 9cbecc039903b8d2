import type { Language } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { PlatformLogin } from '../rules/message.ts'

/** Tells people how to log in to Canvas. */
export const loginSentence = ({ email, password }: PlatformLogin, language: Language = 'en'): string => {
  const { login } = textsIn(language).sentences
  return [login.as(email), login[password ?? 'chosen'], password === null ? login.ifKept : []].flat().join(' ')
}
