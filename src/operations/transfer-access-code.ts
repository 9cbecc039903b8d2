import type { Coupon } from '../domain/access-code.ts'
import { codeChangeMessages } from '../domain/code-change.ts'
import { needed } from '../domain/course.ts'
import { completionSource, type Entitlement, isComplete, progress, sameSubject } from '../domain/entitlement.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { findUse, findUseOf, lockCoupon, moveUse, releaseUse } from '../store/queries/coupons.ts'
import { findEntitlementByToken, getEntitlement, lockEntitlements } from '../store/queries/entitlements.ts'
import { inTransaction } from '../store/transaction.ts'
import type { CodeChanged } from './change-access-code.ts'
import type { Deps } from './deps.ts'
import { processEntitlement } from './steps/process-entitlement.ts'
import { recordAudit } from './steps/record-audit.ts'
import { takeCodeBack } from './steps/take-code-back.ts'

/**
 * Passes one use of a code on to another row: what the text of MAX_SAME_EMAIL promises (spec §8). Nothing is consumed.
 * Who was in by it is out; who has all that the course asks for with it is in.
 */
export const transferAccessCode =
  (deps: Deps) =>
  async (given: { useId: number; token: string; reason?: string | undefined }, by: Staff): Promise<CodeChanged> => {
    demand(by, 'change')
    const now = deps.clock.now()
    const actor = { actor: `staff:${by.id}`, staffId: by.id, reason: given.reason }
    return inTransaction(deps.db, async tx => {
      const [found, to] = [await findUse(tx, given.useId), await findEntitlementByToken(tx, given.token.trim())]
      if (!found) return { kind: 'refused', message: codeChangeMessages.gone }
      if (!to) return { kind: 'refused', message: codeChangeMessages.noTarget }
      if (sameSubject(to, found.subject)) return { kind: 'refused', message: codeChangeMessages.sameTarget }
      await lockEntitlements(tx, [found.subject, to])
      const coupon = await lockCoupon(tx, found.couponId)
      const use = await findUse(tx, given.useId)
      if (!coupon || !use || !sameSubject(use.subject, found.subject))
        return { kind: 'refused', message: codeChangeMessages.gone }
      const [from, target] = [await getEntitlement(tx, use.subject), await getEntitlement(tx, to)]
      const problem = transferProblem(coupon, target)
      if (problem) return { kind: 'refused', message: problem }
      await takeCodeBack(tx, deps.jobs, { entitlement: from, couponId: coupon.id, now, by: actor })
      const old = await findUseOf(tx, coupon.id, target)
      if (old) await releaseUse(tx, { id: old, couponId: coupon.id }, now)
      await moveUse(tx, use.id, target, now)
      const [before, after] = [{ token: from.token }, { token: target.token }]
      for (const subject of [{ kind: 'coupon', id: coupon.id } as const, from, target])
        await recordAudit(tx, by, 'transfer-access-code', subject, before, after, now, given.reason)
      const entitlement = await getEntitlement(tx, target)
      if (isComplete(entitlement, now))
        await processEntitlement(tx, deps.jobs, { entitlement, source: completionSource(entitlement), now, by: actor })
      return { kind: 'done', code: coupon.code, message: codeChangeMessages.transferred(coupon.code) }
    })
  }

const transferProblem = (coupon: Coupon, target: Entitlement): string | null => {
  if (coupon.onlyCourseId != null && coupon.onlyCourseId !== target.course.id) return codeChangeMessages.testOnly
  if (!needed(target.course).some(p => p.id === coupon.productId)) return codeChangeMessages.otherProduct
  return progress(target).missing.some(p => p.id === coupon.productId) ? null : codeChangeMessages.covered
}
