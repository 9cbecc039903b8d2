import { codeKey, lookAlikeKey } from '../domain/access-code.ts'
import { expiry, makingMessages } from '../domain/code-making.ts'
import { moveMessages } from '../domain/code-move.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { findCoupon, lockCoupon, saveCoupon } from '../store/queries/coupons.ts'
import { listStaffCoupons, type StaffCoupon } from '../store/queries/staff-codes.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

export interface ChangeCode {
  code: string
  maxUsage: number
  /** As typed: a date, or empty for no expiry. */
  expires: string
}

export type CodeChanged =
  | { kind: 'changed'; coupon: StaffCoupon }
  | { kind: 'refused'; status: 404 | 422; message: string; field: string }

const refuse = (status: 404 | 422, message: string, field: string): CodeChanged => ({
  kind: 'refused',
  status,
  message,
  field,
})

/** Changes a code's maximum usage and expiry. Refuses a maximum below the uses so far. */
export const changeCode =
  (deps: Deps) =>
  async ({ code, maxUsage, expires }: ChangeCode, by: Staff): Promise<CodeChanged> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    const { timezone } = deps.settings
    const key = codeKey(code)
    const found = await findCoupon(deps.db, key, lookAlikeKey(key))
    if (!found) return refuse(404, moveMessages.code, 'coupon_code')
    return inTransaction(deps.db, async tx => {
      const before = await lockCoupon(tx, found.id)
      if (!before) return refuse(404, moveMessages.code, 'coupon_code')
      if (maxUsage < before.used) return refuse(422, makingMessages.belowUsed(before.used), 'max_usage')
      const ends = expiry(expires, { now, timezone })
      if (ends && 'message' in ends) return refuse(422, ends.message, ends.field)
      await saveCoupon(tx, before.id, { maxUsage, expiresAt: ends }, now)
      await recordAudit(tx, {
        by,
        action: 'change-access-code',
        subject: { kind: 'coupon', id: before.id },
        before: { maxUsage: before.maxUsage, expiresAt: before.expiresAt },
        after: { maxUsage, expiresAt: ends },
        now,
      })
      const exact = codeKey(before.code)
      const [coupon] = await listStaffCoupons(tx, exact, lookAlikeKey(exact))
      return { kind: 'changed', coupon: coupon! }
    })
  }
