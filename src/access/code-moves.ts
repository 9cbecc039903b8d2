import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, isLimited, type Staff } from '#src/core/rules/staff.ts'
import {
  byStaff,
  endIfExpiredAndGet,
  processEntitlement,
  unprocessEntitlement,
  withoutDependents,
} from './entitlements.ts'
import type { Coupon } from './rules/access-code.ts'
import { decideRelease, decideTransfer, type MoveEffects, type MoveRefused } from './rules/code-moves.ts'
import { completionSource } from './rules/coverage.ts'
import type { Entitlement, EntitlementRef } from './rules/entitlement.ts'
import { coveredRow } from './rules/people.ts'
import { queueCheckoutClose, settlePayments } from './settlements.ts'
import { deleteUse, findCoupon, findUseOf, giveUseBack, lockCoupon, moveUse } from './store/coupons.ts'
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

type TransferCode = MoveCode & { toToken: string }

type CodeMoved = { ok: true; code: string; removedAccess: boolean; gaveAccess: boolean } | MoveRefused

type MovePreview = ({ ok: true } & MoveEffects) | MoveRefused

interface FoundMove {
  ok: true
  coupon: Coupon
  from: Entitlement
  /** Null if the use is released. */
  to: Entitlement | null
}

/** Finds the code and the rows that a form names, without locks. */
const findMove = async (
  app: Needs<'db'>,
  { code, token, toToken }: MoveCode,
  by: Staff,
): Promise<FoundMove | MoveRefused> => {
  const coupon = await findCoupon(app.db, code)
  const from = coveredRow(by, await findEntitlementByToken(app.db, token.trim()))
  const to = toToken === undefined ? null : coveredRow(by, await findEntitlementByToken(app.db, toToken.trim()))
  // Codes belong to no school, so a role for some schools finds those that the row holds.
  if (isLimited(by) && !from) return refuse('entitlement_not_found')
  if (isLimited(by) && !from?.codes.some(c => c.couponId === coupon?.id)) return refuse('code_not_found')
  if (!coupon) return refuse('code_not_found')
  if (!from) return refuse('entitlement_not_found')
  if (toToken !== undefined && !to) return refuse('target_not_found')
  return { ok: true, coupon, from, to }
}

/** Locks all rows of the people, then the code, and reads the holder again. Null if the use is gone. */
const lockMove = async (app: Moves, tx: Tx, { coupon: { id }, from, to }: FoundMove, now: Date) => {
  const rows = [from, to].flatMap(row => (row ? [row, ...row.others] : []))
  await lockEntitlements(tx, rows)
  const coupon = await lockCoupon(tx, id)
  const holder = await withoutDependents(tx, await endIfExpiredAndGet(tx, app.jobs, { entitlementId: from.id, now }))
  const use = await findUseOf(tx, id, from)
  return coupon && use !== null ? { coupon, holder, use } : null
}

const isBlank = (reason: string | undefined): boolean => reason?.trim() === ''

/** Lists the effects of releasing a use, or of moving it to `toToken`. Changes nothing. */
export const previewMove = async (app: Needs<'db'>, given: MoveCode, by: Staff): Promise<MovePreview> => {
  demandInSchool(by, 'change')
  const found = await findMove(app, given, by)
  if (!found.ok) return found
  const { coupon, from, to } = found
  const holder = await inTransaction(app.db, tx => withoutDependents(tx, from))
  const decided = to ? decideTransfer(holder, to, coupon) : decideRelease(holder, coupon)
  return decided.ok ? { ok: true, says: decided.says, effectsKey: decided.effectsKey } : decided
}

/** Releases a use, so that the code can be used again. The person loses access if it depended on the code. */
export const releaseCode = async (app: Moves, given: MoveCode, by: Staff): Promise<CodeMoved> => {
  demandInSchool(by, 'change')
  const found = await findMove(app, { code: given.code, token: given.token }, by)
  if (!found.ok) return found
  if (isBlank(given.reason)) return refuse('reason_required')
  const { from } = found
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const locked = await lockMove(app, tx, found, now)
    if (!locked) return refuse('not_held')
    const { coupon, holder, use } = locked
    const decided = decideRelease(holder, coupon)
    if (!decided.ok) return decided
    if (isStale(given, decided)) return refuse('effects_changed')
    await deleteUse(tx, use)
    await giveUseBack(tx, coupon.id, now)
    const { removesAccess } = decided
    const removal = { entitlement: holder, now, by: byStaff(by, given.reason), keepCodes: true }
    if (removesAccess) await unprocessEntitlement(tx, app.jobs, removal)
    await settlePayments(app, tx, { entitlementId: holder.id, now })
    const before = { code: coupon.code, token: holder.token, used: coupon.used }
    const after = { used: coupon.used - 1, takenOut: removesAccess }
    const line = { by, action: 'release-access-code', before, after, reason: given.reason, now } as const
    await recordMove(tx, coupon, [from], line)
    return { ok: true, code: coupon.code, removedAccess: removesAccess, gaveAccess: false }
  })
}

/** Moves a use to another course of the same person, the transfer offered with MAX_SAME_EMAIL. */
export const transferCode = async (app: Moves, given: TransferCode, by: Staff): Promise<CodeMoved> => {
  demandInSchool(by, 'change')
  const found = await findMove(app, given, by)
  if (!found.ok) return found
  if (isBlank(given.reason)) return refuse('reason_required')
  const { from, to } = found
  if (!to) return refuse('target_not_found')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const locked = await lockMove(app, tx, found, now)
    if (!locked) return refuse('not_held')
    const { coupon, holder, use } = locked
    const target = await endIfExpiredAndGet(tx, app.jobs, { entitlementId: to.id, now })
    const decided = decideTransfer(holder, target, coupon)
    if (!decided.ok) return decided
    if (isStale(given, decided)) return refuse('effects_changed')
    const actor = byStaff(by, given.reason)
    await moveUse(tx, use, to, now)
    const removal = { entitlement: holder, now, by: actor, keepCodes: true }
    if (decided.removesAccess) await unprocessEntitlement(tx, app.jobs, removal)
    await settlePayments(app, tx, { entitlementId: holder.id, now })
    if (decided.givesAccess) {
      const entitlement = await getEntitlement(tx, to)
      const source = completionSource(entitlement)
      await processEntitlement(tx, app.jobs, { entitlement, source, now, by: actor })
    }
    await settlePayments(app, tx, { entitlementId: to.id, now })
    await queueCheckoutClose(app, tx, to)
    const before = { token: from.token }
    const after = { token: to.token }
    const line = { by, action: 'transfer-access-code', before, after, reason: given.reason, now } as const
    await recordMove(tx, coupon, [from, to], line)
    return { ok: true, code: coupon.code, removedAccess: decided.removesAccess, gaveAccess: decided.givesAccess }
  })
}

/** Writes an audit line for the code, and the same for each row. */
const recordMove = async (
  tx: Tx,
  coupon: Coupon,
  rows: EntitlementRef[],
  line: Omit<Parameters<typeof recordAudit>[1], 'subject'>,
): Promise<void> => {
  await recordAudit(tx, { ...line, subject: { kind: 'coupon', id: coupon.id } })
  for (const { id } of rows) await recordAudit(tx, { ...line, subject: { kind: 'entitlement', id } })
}

/** Returns true if the effects differ from those that staff confirmed. Calls without `confirmed` skip this check. */
const isStale = ({ confirmed }: MoveCode, { effectsKey }: MoveEffects): boolean =>
  confirmed !== undefined && confirmed !== effectsKey
