/** Somebody who may have been in before their school moved from LTI 1.1 to 1.3; staff say whether it is them. */
export interface MoveSuggestion {
  id: number
  enrollmentId: number
  membershipId: number
  reason: string
  createdAt: Date
  name: string | null
  email: string | null
  contextId: string
  contextTitle: string | null
}

export const moveMessages = {
  notFound: 'Suggestion not found',
  over: 'The enrollment is not processed any more.',
} as const
