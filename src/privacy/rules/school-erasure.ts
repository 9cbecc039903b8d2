import type { RefusalTexts } from '#src/core/rules/outcome.ts'

export const schoolErasureRefusals = {
  school_not_found: { message: 'Choose a school.', field: 'school' },
  count_changed: { message: 'The number of people changed. Check it again.', field: 'confirmed' },
  already_running: { message: 'The people of this school are being erased already.' },
} as const satisfies RefusalTexts

export type SchoolErasureReason = keyof typeof schoolErasureRefusals

export const schoolErasureMessages = {
  started: 'Erasing has started. Load this page again to see how far it is.',
  kept: 'Some people stay: a payment is not settled, or they have a course of another school.',
} as const
