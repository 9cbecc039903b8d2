import type { Tx } from '#src/core/db/db.ts'
import { progress, restorable } from './rules/coverage.ts'
import { type Entitlement, lastPeriodEnd } from './rules/entitlement.ts'
import { settleCoverage } from './settle-payments.ts'
import { restoreLines } from './store/checkouts.ts'
import { restoreUses } from './store/coupon-uses.ts'
import type { App } from "#src/context.ts";

/**
 * Restores what a person had before staff took them out: voided codes for products that are not covered, then card
 * payments for the rest, unless refunded. Restores nothing of a period that has ended (docs/rules/access.md). Returns
 * the restored codes. The caller holds the row's lock.
 */
export const restoreCoverage = async (app: App, tx: Tx, entitlement: Entitlement, now: Date): Promise<string[]> => {
  const restored = restorable(entitlement, now)
  const codes = [...entitlement.codes, ...restored.map(code => ({ ...code, voidedAt: null }))]
  const open = progress({ ...entitlement, codes }).missing
  await restoreUses(
    tx,
    entitlement,
    restored.map(c => c.couponId),
  )
  await restoreLines(tx, entitlement, { productIds: open.map(p => p.id), after: lastPeriodEnd(entitlement, now) })
  await settleCoverage(app, tx, { ...entitlement, codes })
  return restored.map(c => c.code)
}
