import { codeChangeMessages } from '../domain/code-change.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { findUse, lockCoupon, releaseUse } from '../store/queries/coupons.ts'
import { getEntitlement, lockEntitlements } from '../store/queries/entitlements.ts'
import { inTransaction } from '../store/transaction.ts'
import type { CodeChanged } from './change-access-code.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'
import { takeCodeBack } from './steps/take-code-back.ts'

/** Gives one use of a code back (rules.md C): it can be used again, by anybody. Who was in by it is out. */
export const releaseAccessCode =
  (deps: Deps) =>
  async (useId: number, by: Staff, reason?: string): Promise<CodeChanged> => {
    demand(by, 'change')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const found = await findUse(tx, useId)
      if (!found) return { kind: 'refused', message: codeChangeMessages.gone }
      await lockEntitlements(tx, [found.subject])
      const coupon = await lockCoupon(tx, found.couponId)
      const use = await findUse(tx, useId)
      if (!coupon || !use || use.subject.id !== found.subject.id)
        return { kind: 'refused', message: codeChangeMessages.gone }
      const entitlement = await getEntitlement(tx, use.subject)
      const actor = { actor: `staff:${by.id}`, staffId: by.id, reason }
      await takeCodeBack(tx, deps.jobs, { entitlement, couponId: coupon.id, now, by: actor })
      await releaseUse(tx, use, now)
      const gone = { code: coupon.code, token: entitlement.token }
      await recordAudit(tx, by, 'release-access-code', { kind: 'coupon', id: coupon.id }, gone, null, now, reason)
      await recordAudit(tx, by, 'release-access-code', entitlement, { code: coupon.code }, null, now, reason)
      return { kind: 'done', code: coupon.code, message: codeChangeMessages.released(coupon.code) }
    })
  }
