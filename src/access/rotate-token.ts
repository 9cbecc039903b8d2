import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintToken } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { coversRow } from './rules/covered-rows.ts'
import { lockEntitlements, saveToken } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

type TokenRotated = { ok: true; token: string } | Refused<'entitlement_not_found' | 'reason_required'>

/**
 * Replaces a row's token, for example after a link was shared. The old token stops working; the next launch or sign-up
 * leads to the new one. Of two concurrent calls, the second finds no row with this token.
 */
export const rotateToken = async (
  app: Needs<'clock' | 'db'>,
  { token, reason }: { token: string; reason: string },
  by: Staff,
): Promise<TokenRotated> => {
  demandInSchool(by, 'change')
  if (reason.trim() === '') return refuse('reason_required')
  return inTransaction(app.db, async tx => {
    const found = await findEntitlementByToken(tx, token.trim())
    if (!found || !coversRow(by, found)) return refuse('entitlement_not_found')
    await lockEntitlements(tx, [found])
    const now = app.clock.now()
    const fresh = mintToken(found.kind === 'enrollment' ? 'e' : 'm')
    if (!(await saveToken(tx, found, { old: found.token, fresh, now }))) return refuse('entitlement_not_found')
    await recordAudit(tx, { by, action: 'rotate-token', subject: { kind: 'entitlement', id: found.id }, reason, now })
    return { ok: true, token: fresh }
  })
}
