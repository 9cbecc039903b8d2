import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** A school is a consumer (LTI 1.1) or a deployment (LTI 1.3). */
export const schoolKinds = ['consumer', 'deployment'] as const
export type SchoolKind = (typeof schoolKinds)[number]

export interface SchoolRef {
  kind: SchoolKind
  id: number
}

/** Reads `consumer:5`. */
export const parseSchool = (typed: string | undefined): SchoolRef | null => {
  const [, kind, id] = typed?.match(/^(consumer|deployment):(\d{1,15})$/) ?? []
  return kind && id ? { kind: kind as SchoolKind, id: Number(id) } : null
}
export const schoolText = ({ kind, id }: SchoolRef): string => `${kind}:${id}`

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
