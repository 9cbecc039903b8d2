import type { Language } from '#src/core/rules/language.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import type { RefusalReason } from '../rules/launch-refusals.ts'

/** Returns what the page of a refused launch says to everybody. */
export const refusalText = (reason: RefusalReason, language: Language): Texts['launchRefusals'][RefusalReason] =>
  textsIn(language).launchRefusals[reason]
