import { isFresh, may, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { type EntitlementKind, maskedCode } from './entitlement.ts'

/** Returns true if a role may read a code. A code with uses left opens a course, so viewers read used-up codes only. */
export const mayReadCode = (staff: Pick<Staff, 'role'>, hasUsesLeft: boolean): boolean =>
  !hasUsesLeft || may(staff, 'change')

/** Returns a code as a role sees it. */
export const shownCode = (staff: Pick<Staff, 'role'>, code: string, hasUsesLeft: boolean): string =>
  mayReadCode(staff, hasUsesLeft) ? code : maskedCode(code)

/** An access code as staff see it, with all its uses. */
export interface StaffCoupon {
  id: number
  code: string
  product: { id: number; productCode: string; name: string }
  maxUsage: number
  used: number
  expiresAt: Date | null
  voidedAt: Date | null
  isTest: boolean
  batchId: number | null
  schoolId: number | null
  createdAt: Date
  uses: StaffUse[]
}

export interface StaffUse {
  id: number
  kind: EntitlementKind
  token: string
  email: string | null
  course: string
  isProcessed: boolean
  attachedAt: Date
  voidedAt: Date | null
}

/** Returns a code with its uses as a role sees it. */
export const couponShownTo = (staff: Pick<Staff, 'role'>, coupon: StaffCoupon): StaffCoupon => ({
  ...coupon,
  code: shownCode(staff, coupon.code, coupon.used < coupon.maxUsage),
})

export interface ListedCode extends Omit<StaffCoupon, 'id' | 'product' | 'schoolId' | 'uses'> {
  productCode: string
}

export const codeSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

export const codeStates = { unused: 'Unused', started: 'Uses left', used: 'Used up', void: 'Void' } as const

/**
 * Returns the reason that a list shows only used-up codes: the role, or a sign-in that is not fresh. Null if it shows
 * all. Codes with uses left are worth money.
 */
export const usedOnlyReason = (staff: SignedInStaff, now: Date): 'role' | 'sign_in' | null =>
  !may(staff, 'change') ? 'role' : isFresh(staff, now) ? null : 'sign_in'
