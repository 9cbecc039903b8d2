import type { Needs } from '#src/context.ts'
import { findUndoable, UNDO_REASON } from '#src/core/audit/find-undoable.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { codeKey, lookAlikeKey } from './rules/access-code.ts'
import { type ChangeRefused, expiry } from './rules/generate-codes.ts'
import type { StaffCoupon } from './rules/staff-coupon.ts'
import { findCoupon, lockCoupon, saveCoupon } from './store/coupons.ts'
import { listStaffCoupons } from './store/staff-codes.ts'

interface ChangeCode {
  code: string
  maxUsage: number
  /** As typed: a date, or empty for no expiry. */
  expires: string
}

type CodeChanged = { ok: true; coupon: StaffCoupon } | ChangeRefused

/** Changes a code's maximum usage and expiry. Refuses a maximum below the uses so far. */
export const changeCode = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  { code, maxUsage, expires }: ChangeCode,
  by: Staff,
): Promise<CodeChanged> => {
  demand(by, 'manage')
  const now = app.clock.now()
  const { timezone } = app
  const key = codeKey(code)
  const found = await findCoupon(app.db, key, lookAlikeKey(key))
  if (!found) return refuse('code_not_found')
  return inTransaction(app.db, async tx => {
    const before = await lockCoupon(tx, found.id)
    if (!before) return refuse('code_not_found')
    if (maxUsage < before.used) return { ...refuse('below_used'), used: before.used }
    const ends = expiry(expires, { now, timezone })
    if (!ends.ok) return ends
    const { expiresAt } = ends
    await saveCoupon(tx, before.id, { maxUsage, expiresAt }, now)
    await recordAudit(tx, {
      by,
      action: 'change-access-code',
      subject: { kind: 'coupon', id: before.id },
      before: { maxUsage: before.maxUsage, expiresAt: before.expiresAt },
      after: { maxUsage, expiresAt },
      now,
    })
    const exact = codeKey(before.code)
    const [coupon] = await listStaffCoupons(tx, exact, lookAlikeKey(exact))
    return { ok: true, coupon: coupon! }
  })
}

/** Takes back the last change of a code. */
export const undoCodeChange = async (
  app: Needs<'clock' | 'db'>,
  code: string,
  by: Staff,
): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
  demand(by, 'manage')
  const now = app.clock.now()
  const key = codeKey(code)
  const found = await findCoupon(app.db, key, lookAlikeKey(key))
  if (!found) return refuse('too_late_to_undo')
  return inTransaction(app.db, async tx => {
    const coupon = await lockCoupon(tx, found.id)
    if (!coupon) return refuse('too_late_to_undo')
    const current = { maxUsage: coupon.maxUsage, expiresAt: coupon.expiresAt }
    const change = { by, action: 'change-access-code', subject: { kind: 'coupon', id: coupon.id }, now } as const
    const was = await findUndoable(tx, { ...change, current })
    const maxUsage = Number(was?.maxUsage)
    if (!was || maxUsage < coupon.used) return refuse('too_late_to_undo')
    const expiresAt = typeof was.expiresAt === 'string' ? new Date(was.expiresAt) : null
    const after = { maxUsage, expiresAt }
    await saveCoupon(tx, coupon.id, after, now)
    await recordAudit(tx, { ...change, before: current, after, reason: UNDO_REASON })
    return { ok: true }
  })
}
