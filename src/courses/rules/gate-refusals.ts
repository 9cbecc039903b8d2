import reasons from '#src/core/rules/languages/en/reasons.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { GateReason } from './course.ts'

/** English sentences of the reasons why nobody can enter a course, or not by this means. */
export const gateRefusals = {
  course_not_activated: { message: reasons.course_not_activated },
  sign_up_ended: { message: reasons.sign_up_ended },
  codes_not_accepted: { message: reasons.codes_not_accepted },
  cards_not_accepted: { message: reasons.cards_not_accepted },
} as const satisfies RefusalTexts<GateReason>
