import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { getCheckout } from '#src/access/store/checkouts.ts'
import { lockFlag, saveFlag } from '#src/access/store/payments.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'

interface CloseFlag {
  id: number
  /** What staff did. Kept with the flag and in the history. */
  note?: string | undefined
}

/** Closes a payment flag that staff have dealt with. It stays closed until staff open it again. */
export const closePaymentFlag = async (
  app: Needs<'clock' | 'db'>,
  given: CloseFlag,
  by: Staff,
): Promise<{ ok: true } | Refused<'flag_not_found' | 'note_required'>> => {
  demand(by, 'change')
  const { id } = given
  const note = given.note?.trim() ?? ''
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const flag = await lockFlag(tx, id)
    if (!flag || flag.closedAt) return refuse('flag_not_found')
    if (note === '') return refuse('note_required')
    await saveFlag(tx, id, { closedAt: now, closedBy: `staff:${by.id}`, note })
    const checkout = await getCheckout(tx, flag.checkoutId)
    const after = { flag: flag.kind, payment: checkout.sessionId }
    const subject = { kind: 'entitlement', id: checkout.entitlementId } as const
    await recordAudit(tx, { by, action: 'close-payment-flag', subject, after, reason: note, now })
    return { ok: true }
  })
}

/**
 * Opens a flag that staff closed. From then on it closes by itself when its reason ends, like any other. Idempotent: an
 * open flag stays as it is. A flag that closed by itself is not found, because its reason is gone.
 */
export const reopenPaymentFlag = async (
  app: Needs<'clock' | 'db'>,
  { id }: { id: number },
  by: Staff,
): Promise<{ ok: true } | Refused<'flag_not_found'>> => {
  demand(by, 'change')
  return inTransaction(app.db, async tx => {
    const flag = await lockFlag(tx, id)
    if (!flag || (flag.closedAt && !isClosedByStaff(flag))) return refuse('flag_not_found')
    if (!flag.closedAt) return { ok: true }
    await saveFlag(tx, id, { closedAt: null, closedBy: null, note: null })
    const checkout = await getCheckout(tx, flag.checkoutId)
    const about = { flag: flag.kind, payment: checkout.sessionId }
    await recordAudit(tx, {
      by,
      action: 'reopen-payment-flag',
      subject: { kind: 'entitlement', id: checkout.entitlementId },
      before: { ...about, note: flag.note },
      after: { ...about, note: null },
      now: app.clock.now(),
    })
    return { ok: true }
  })
}
