import type { Needs } from '#src/context.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { codeKey, lookAlikeKey } from './rules/access-code.ts'
import { couponShownTo, type StaffCoupon } from './rules/staff-coupon.ts'
import { listStaffCoupons } from './store/staff-codes.ts'

/**
 * Finds codes that match the typed text, as the role sees them. Ignores case, spaces, hyphens, and look-alikes such as O
 * and 0.
 */
export const checkAccessCode = async (app: Needs<'db'>, typed: string, by: Staff): Promise<StaffCoupon[]> => {
  const key = codeKey(typed)
  const found = key === '' ? [] : await listStaffCoupons(app.db, key, lookAlikeKey(key))
  return found.map(coupon => couponShownTo(by, coupon))
}
