import type { Tx } from '#src/core/db/db.ts'
import type { Deps } from './deps.ts'
import { progress, restorable } from './rules/coverage.ts'
import type { Entitlement } from './rules/entitlement.ts'
import { settleCoverage } from './settle-payments.ts'
import { restoreLines } from './store/checkouts.ts'
import { restoreUses } from './store/coupon-uses.ts'

/**
 * Restores what a person had before staff let them in again: voided codes for products that are not covered, then card
 * payments for the rest, unless refunded (docs/rules/access.md). Returns the restored codes. The caller holds the row's
 * lock.
 */
export const restoreCoverage = async (deps: Deps, tx: Tx, entitlement: Entitlement): Promise<string[]> => {
  const restored = restorable(entitlement)
  const codes = [...entitlement.codes, ...restored.map(code => ({ ...code, voidedAt: null }))]
  const open = progress({ ...entitlement, codes }).missing
  await restoreUses(
    tx,
    entitlement,
    restored.map(c => c.couponId),
  )
  await restoreLines(
    tx,
    entitlement,
    open.map(p => p.id),
  )
  await settleCoverage(deps, tx, { ...entitlement, codes })
  return restored.map(c => c.code)
}
