import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, isLimited, type Staff } from '#src/core/rules/staff.ts'
import {
  byStaff,
  endIfExpiredAndGet,
  processEntitlement,
  queueCheckoutClose,
  unprocessEntitlement,
  withoutDependents,
} from './entitlements.ts'
import { decideRelease, decideTransfer, type MoveRefused } from './rules/code-moves.ts'
import { completionSource } from './rules/coverage.ts'
import { coveredRow } from './rules/people.ts'
import { settlePayments } from './settlements.ts'
import { deleteUse, findCoupon, findUseOf, lockCoupon, moveUse } from './store/coupons.ts'
import { lockEntitlements } from './store/entitlement-changes.ts'
import { findEntitlementByToken, getEntitlement } from './store/entitlements.ts'

export { moveOpenUses } from './store/coupons.ts'

type Moves = Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs'>

interface MoveCode {
  code: string
  /** Token of the row that holds the use. */
  token: string
  /** Token of the target row. Absent: the use is released. */
  toToken?: string | undefined
  /** Must not be blank if given. Forms always send it. */
  reason?: string | undefined
  /** The `effectsKey` of the effects that staff confirmed. If they have changed, the call is refused. */
  confirmed?: string | undefined
}

type CodeMoved = { ok: true; code: string; removedAccess: boolean; gaveAccess: boolean } | MoveRefused

const find = async (app: Needs<'db'>, { code, token, toToken }: MoveCode, by: Staff) => {
  const coupon = await findCoupon(app.db, code)
  const from = coveredRow(by, await findEntitlementByToken(app.db, token.trim()))
  const to = toToken === undefined ? null : coveredRow(by, await findEntitlementByToken(app.db, toToken.trim()))
  // Codes belong to no school, so a role for some schools finds those that the row holds.
  if (isLimited(by) && !from) return refuse('entitlement_not_found')
  if (isLimited(by) && !from?.codes.some(c => c.couponId === coupon?.id)) return refuse('code_not_found')
  if (!coupon) return refuse('code_not_found')
  if (!from) return refuse('entitlement_not_found')
  if (toToken !== undefined && !to) return refuse('target_not_found')
  return { ok: true as const, coupon, from, to }
}

/** Lists the effects of releasing a use, or of moving it to `toToken`. Changes nothing. */
export const previewMove = async (app: Needs<'db'>, given: MoveCode, by: Staff) => {
  demandInSchool(by, 'change')
  const found = await find(app, given, by)
  if (!found.ok) return found
  const { coupon, from, to } = found
  const was = await inTransaction(app.db, tx => withoutDependents(tx, from))
  return to ? decideTransfer(was, to, coupon) : decideRelease(was, coupon)
}

/**
 * Releases a use, so that the code can be used again, or moves it to another course of the same person: the transfer that
 * MAX_SAME_EMAIL offers. The person loses access that depended on the code; their other codes and payments still count.
 * Locks all rows of the person, then the code.
 */
export const moveCode = async (app: Moves, given: MoveCode, by: Staff): Promise<CodeMoved> => {
  demandInSchool(by, 'change')
  const found = await find(app, given, by)
  if (!found.ok) return found
  if (given.reason?.trim() === '') return refuse('reason_required')
  const { from, to } = found
  const now = app.clock.now()
  const step = { now, by: byStaff(by, given.reason) }
  return inTransaction(app.db, async tx => {
    const rows = to ? [from, to] : [from]
    const concerned = rows.flatMap(row => [row, ...row.others])
    await lockEntitlements(tx, concerned)
    const coupon = await lockCoupon(tx, found.coupon.id)
    const holder = await withoutDependents(tx, await endIfExpiredAndGet(tx, app.jobs, { entitlementId: from.id, now }))
    const target = to && (await endIfExpiredAndGet(tx, app.jobs, { entitlementId: to.id, now }))
    const use = await findUseOf(tx, found.coupon.id, from)
    if (!coupon || use === null) return refuse('not_held')
    const decided = target ? decideTransfer(holder, target, coupon) : decideRelease(holder, coupon)
    if (!decided.ok) return decided
    // Calls without `confirmed` skip this check.
    if (given.confirmed !== undefined && given.confirmed !== decided.effectsKey) return refuse('effects_changed')
    const { removesAccess: removedAccess, givesAccess: gaveAccess } = decided
    if (target) await moveUse(tx, use, target, now)
    else await deleteUse(tx, use, coupon.id, now)
    if (removedAccess) await unprocessEntitlement(tx, app.jobs, { ...step, entitlement: holder, keepCodes: true })
    await settlePayments(app, tx, { entitlementId: from.id, now })
    if (target) {
      const entitlement = await getEntitlement(tx, target)
      const source = completionSource(entitlement)
      if (gaveAccess) await processEntitlement(tx, app.jobs, { ...step, entitlement, source })
      await settlePayments(app, tx, { entitlementId: target.id, now })
      await queueCheckoutClose(app, tx, target)
    }
    const { code, used } = coupon
    const line = target
      ? ({ action: 'transfer-access-code', before: { token: from.token }, after: { token: target.token } } as const)
      : ({
          action: 'release-access-code',
          before: { code, token: from.token, used },
          after: { used: used - 1, takenOut: removedAccess },
        } as const)
    const audited = { by, ...line, reason: given.reason, now }
    await recordAudit(tx, { ...audited, subject: { kind: 'coupon', id: coupon.id } })
    for (const { id } of rows) await recordAudit(tx, { ...audited, subject: { kind: 'entitlement', id } })
    return { ok: true, code, removedAccess, gaveAccess }
  })
}
