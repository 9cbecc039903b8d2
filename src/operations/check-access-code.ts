import { codeKey, lookAlikeKey } from '../domain/access-code.ts'
import { listStaffCoupons, type StaffCoupon } from '../store/queries/staff-codes.ts'
import type { Deps } from './deps.ts'

/** Everything about a code, by how it is typed: case, spaces and dashes do not matter. Empty: there is none. */
export const checkAccessCode =
  (deps: Deps) =>
  async (typed: string): Promise<StaffCoupon[]> => {
    const key = codeKey(typed)
    return key === '' ? [] : listStaffCoupons(deps.db, key, lookAlikeKey(key))
  }
