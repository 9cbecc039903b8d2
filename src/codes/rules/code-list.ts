import { isFresh, may, type SignedInStaff } from '#src/core/rules/staff.ts'

/** A code in the list of staff. */
export interface ListedCode {
  code: string
  productCode: string
  used: number
  maxUsage: number
  expiresAt: Date | null
  batchId: number | null
  isTest: boolean
  createdAt: Date
}

export const codeSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

export const codeStates = { unused: 'Unused', started: 'Uses left', used: 'Used up' } as const

/**
 * Returns the reason that a list shows only used-up codes: the role, or a sign-in that is not fresh. Null if it shows
 * all. Codes with uses left are worth money.
 */
export const usedOnlyReason = (staff: SignedInStaff, now: Date): 'role' | 'sign_in' | null =>
  !may(staff, 'change') ? 'role' : isFresh(staff, now) ? null : 'sign_in'
