import { messageRefusals } from './message-refusals.ts'
import { permissionRefusals } from './permission-refusals.ts'
import { verificationRefusals } from './verification-refusals.ts'

/** Texts of the page of a refused launch, by reason (docs/rules/launches.md). */
export const refusals = { ...verificationRefusals, ...messageRefusals, ...permissionRefusals } as const

export type RefusalReason = keyof typeof refusals

/** A refused launch. `detail` is for the launch diary and the administrator: a parameter's name, a clock skew. */
export interface Refusal {
  reason: RefusalReason
  detail?: string
}
