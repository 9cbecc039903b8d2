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
