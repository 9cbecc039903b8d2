import { isKeyOf } from '#src/core/rules/guards.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { Texts } from '#src/core/rules/languages/texts.ts'
import { messageRefusals } from './message-refusals.ts'
import { permissionRefusals } from './permission-refusals.ts'
import { verificationRefusals } from './verification-refusals.ts'

/** Reasons to refuse a launch, with what staff and administrators read about them (docs/rules/launches.md). */
export const refusals = { ...verificationRefusals, ...messageRefusals, ...permissionRefusals } as const

export type RefusalReason = keyof typeof refusals

export const isRefusalReason = (text: string): text is RefusalReason => isKeyOf(refusals, text)

/** Returns what the page of a refused launch says to everybody. */
export const refusalText = (reason: RefusalReason, language: Language): Texts['launchRefusals'][RefusalReason] =>
  textsIn(language).launchRefusals[reason]

/** A refused launch. `detail` is for the launch diary and the administrator: a parameter's name, a clock skew. */
export interface Refusal {
  reason: RefusalReason
  detail?: string
}
