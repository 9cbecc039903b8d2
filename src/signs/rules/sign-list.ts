import type { Sign } from './dictionary.ts'
import type { EntryField } from './entry-fields.ts'
import type { ChangeState } from './sign-change.ts'

/** An entry in the list of staff, with the state of its latest change. */
export interface ListedSign {
  sign: Sign
  changeId: number | null
  /** The latest change withdraws it. */
  withdraws: boolean
  state: ChangeState | null
}

export const signSorts = { course: 'Order of the course', gloss: 'Gloss', newest: 'Changed last' } as const

export const signStates = {
  waiting: 'Waits for review',
  sent_back: 'Sent back',
  approved: 'Approved',
  untouched: 'Never changed',
} as const

/** Fields that an entry may lack. */
export const lackable = [
  'spanish',
  'handshape',
  'location',
  'movement',
  'hands',
  'mouth',
  'notes',
  'related',
  'confusable',
  'variants',
] as const satisfies EntryField[]
