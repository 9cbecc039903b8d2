import type { Language } from '#src/core/rules/languages/language.ts'
import type { Deps } from './deps.ts'
import { saveLanguage } from './store/language.ts'

/** Keeps the language that a person chose. Does nothing if the token is unknown. */
export const chooseLanguage =
  ({ db }: Deps) =>
  (token: string, language: Language): Promise<void> =>
    saveLanguage(db, token, language)
