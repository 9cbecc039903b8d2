import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { Texts } from '#src/texts/catalogues.ts'
import reasons from '#src/texts/en/reasons.ts'
import type { GateReason } from '../rules/course.ts'
import type { JoinRefused } from '../rules/join-course.ts'

/** English sentences of the reasons why nobody can enter a course, or not by this means. */
export const gateRefusals = {
  school_moving: { message: reasons.school_moving },
  course_not_activated: { message: reasons.course_not_activated },
  sign_up_ended: { message: reasons.sign_up_ended },
  codes_not_accepted: { message: reasons.codes_not_accepted },
  cards_not_accepted: { message: reasons.cards_not_accepted },
} as const satisfies RefusalTexts<GateReason>

/** Text of an error card: what happened, and what students and teachers can do. */
export interface JoinCard {
  title: string
  what: string
  student: string
  /** A text that the student sends to the teacher. */
  letter: string
  teacher: string
}

export const joinCard = (
  { reason }: Pick<JoinRefused, 'reason'>,
  { joinCard: cards }: Texts['sentences'],
): JoinCard => {
  if (reason === 'no_token' || reason === 'link_not_found') return cards.unknown
  return reason === 'course_expired' ? cards.course_expired : cards.forbidden
}
