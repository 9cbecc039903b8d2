import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** Answers to a decision whether a person who came by LTI 1.3 is known from LTI 1.1. */
export const moveMessages = {
  same: 'Same person. They have access and do not pay again.',
  other: 'Not the same person. Nothing was changed.',
} as const

export const moveRefusals = {
  move_decided: { message: 'A colleague already decided this.' },
} as const satisfies RefusalTexts

export type MoveReason = keyof typeof moveRefusals
