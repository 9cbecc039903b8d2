/** A course in the list of staff. */
export interface ListedCourse {
  id: number
  version: '1.1' | '1.3'
  contextId: string
  title: string
  school: string
  products: string[]
  /** Number of people with access, and of students without. */
  people: [inside: number, outside: number]
  beginsAt: Date
  createdAt: Date
  /** Membership token that opens an LTI 1.3 course; null if it has no members. */
  token: string | null
}

export const courseSorts = { newest: 'Newest first', name: 'Title' } as const

export const courseStates = {
  active: 'With a product',
  waiting: 'Without a product',
  ended: 'Sign-up ended',
} as const
