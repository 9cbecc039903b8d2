import type { Source } from './entitlement.ts'

/** A person in a course, in the list of staff. */
export interface ListedPerson {
  token: string
  personId: number
  name: string | null
  email: string | null
  courseId: number
  course: string
  school: string
  products: string[]
  isIn: boolean
  isTest: boolean
  source: Source | null
  endsAt: Date | null
  createdAt: Date
}

export const peopleSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

export const peopleStates = { in: 'Has access', waiting: 'No access yet', out: 'Access ended or removed' } as const
