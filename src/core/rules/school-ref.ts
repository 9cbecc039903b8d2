/** A school is a consumer (LTI 1.1) or a deployment (LTI 1.3). */
export const schoolKinds = ['consumer', 'deployment'] as const
export type SchoolKind = (typeof schoolKinds)[number]

export interface SchoolRef {
  kind: SchoolKind
  id: number
}

/** Reads `consumer:5`. */
export const parseSchool = (typed: string | undefined): SchoolRef | null => {
  const [, name, id] = typed?.match(/^(\w+):(\d{1,15})$/) ?? []
  const kind = schoolKinds.find(known => known === name)
  return kind ? { kind, id: Number(id) } : null
}
export const schoolText = ({ kind, id }: SchoolRef): string => `${kind}:${id}`

export const isSameSchool = (a: SchoolRef, b: SchoolRef): boolean => a.kind === b.kind && a.id === b.id

/** Ids of the consumers, and of the deployments, as two parameters of a query. */
export const schoolIds = (records: SchoolRef[]): [consumers: number[], deployments: number[]] => {
  const of = (kind: SchoolKind) => records.filter(r => r.kind === kind).map(r => r.id)
  return [of('consumer'), of('deployment')]
}
