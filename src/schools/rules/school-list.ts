/** A school in the list of staff, with its connections. */
export interface ListedSchool {
  id: number
  name: string
  /** Keys of its consumers (LTI 1.1). */
  keys: string[]
  /** Domains of the platforms of its approved deployments (LTI 1.3). */
  domains: string[]
  /** Codes of the products that new courses start with. */
  defaultProducts: string[]
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
  no_default: 'Without default products',
  no_course: 'No course yet',
} as const

/** A school to choose from a list. */
export interface NamedSchool {
  id: number
  name: string
}

/** Returns the choices of a select of schools. */
export const schoolChoices = (schools: NamedSchool[]): { value: string; label: string }[] =>
  schools.map(({ id, name }) => ({ value: String(id), label: name }))
