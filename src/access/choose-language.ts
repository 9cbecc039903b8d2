import type { Language } from '#src/core/rules/languages/language.ts'
import type { Deps } from './deps.ts'
import { hashLaunchLink, type LaunchLink } from './hash-launch-link.ts'
import { saveLanguage } from './store/language.ts'

/** Keeps the language that a person chose, by their token or the link of their launch. Does nothing if it is unknown. */
export const chooseLanguage =
  ({ db, clock }: Deps) =>
  (link: LaunchLink, language: Language): Promise<void> =>
    saveLanguage(db, { ...hashLaunchLink(link, clock.now()), token: link.token }, language)
