import type { Deps } from './deps.ts'
import { codeKey, lookAlikeKey } from './rules/access-code.ts'
import type { StaffCoupon } from './rules/staff-coupon.ts'
import { listStaffCoupons } from './store/staff-codes.ts'

/** Finds codes that match the typed text. Ignores case, spaces, hyphens, and look-alikes such as O and 0. */
export const checkAccessCode =
  (deps: Deps) =>
  async (typed: string): Promise<StaffCoupon[]> => {
    const key = codeKey(typed)
    return key === '' ? [] : listStaffCoupons(deps.db, key, lookAlikeKey(key))
  }
