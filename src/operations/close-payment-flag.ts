import { demand, type Staff } from '../domain/staff.ts'
import { findCheckout } from '../store/queries/checkouts.ts'
import { closeFlag } from '../store/queries/payments.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

/**
 * Closes a payment flag that staff have dealt with. It does not reopen on its own. Returns false if no such flag is
 * open.
 */
export const closePaymentFlag =
  (deps: Deps) =>
  async ({ id, note }: { id: number; note?: string | undefined }, by: Staff): Promise<boolean> => {
    demand(by, 'change')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const closed = await closeFlag(tx, { id, by: `staff:${by.id}`, note: note || null, now })
      const checkout = closed && (await findCheckout(tx, closed.sessionId))
      if (!closed || !checkout) return false
      const after = { flag: closed.kind, payment: closed.sessionId }
      await recordAudit(tx, { by, action: 'close-payment-flag', subject: checkout.subject, after, reason: note, now })
      return true
    })
  }
