import type { EntitlementKind } from '#src/access/rules/entitlement.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { shownCode } from './shown-code.ts'

/** An access code as staff see it, with all its uses. */
export interface StaffCoupon {
  id: number
  code: string
  product: { id: number; productCode: string; name: string }
  maxUsage: number
  used: number
  expiresAt: Date | null
  isTest: boolean
  batchId: number | null
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
