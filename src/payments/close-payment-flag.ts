import { closeFlag, getCheckout } from '#src/access/index.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'

/** Closes a payment flag that staff have dealt with. It does not reopen on its own. */
export const closePaymentFlag =
  (deps: Deps) =>
  async (
    { id, note }: { id: number; note?: string | undefined },
    by: Staff,
  ): Promise<{ ok: true } | Refused<'flag_not_found'>> => {
    demand(by, 'change')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const closed = await closeFlag(tx, { id, by: `staff:${by.id}`, note: note || null, now })
      if (!closed) return refuse('flag_not_found')
      const checkout = await getCheckout(tx, closed.checkoutId)
      const after = { flag: closed.kind, payment: checkout.sessionId }
      await recordAudit(tx, { by, action: 'close-payment-flag', subject: checkout.subject, after, reason: note, now })
      return { ok: true }
    })
  }
