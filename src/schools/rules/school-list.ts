import type { SchoolKind } from '#src/core/rules/school-ref.ts'

/** A school in the list of staff: an LTI 1.1 consumer, or an LTI 1.3 deployment. */
export interface ListedSchool {
  kind: SchoolKind
  id: number
  name: string
  /** Key of a consumer; domain of a deployment's platform. */
  key: string
  courses: number
  acceptsPayment: boolean
  acceptsAccessCode: boolean
  emailDomain: string | null
  isK12: boolean
}

export const schoolSorts = { name: 'Name', newest: 'Newest first' } as const

export const schoolVersions = { '1.1': 'LTI 1.1', '1.3': 'LTI 1.3' } as const

export const schoolStates = {
  k12: 'K-12',
  no_card: 'Card payment off',
  no_code: 'Access code off',
  no_course: 'No course yet',
} as const
