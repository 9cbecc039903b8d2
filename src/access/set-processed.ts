import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { endIfExpiredAndGet } from './end-access.ts'
import { type ActionBy, byStaff, processEntitlement, unprocessEntitlement } from './process-entitlement.ts'
import { queueCheckoutClose } from './queue-close-checkouts.ts'
import { restoreCoverage } from './restore-coverage.ts'
import { sourceByStaff } from './rules/coverage.ts'
import { type Entitlement, hasAccess, type SubjectKind } from './rules/entitlement.ts'
import { settlePayments } from './settle-payments.ts'
import { lockEntitlements } from './store/entitlement-changes.ts'
import { findEntitlementByToken, getEntitlement } from './store/entitlements.ts'

export interface SetProcessed {
  token: string
  /** The wanted state; the call never toggles. */
  processed: boolean
  reason?: string | undefined
  /** If given, a token of the other kind is not found. */
  kind?: SubjectKind | undefined
}

/**
 * Processes or unprocesses a row by its token (docs/rules/access.md). Returns null for an unknown token. Idempotent;
 * locks all rows of the person.
 */
export const setProcessed =
  (deps: Deps) =>
  async ({ token, processed, reason, kind }: SetProcessed, staff: Staff): Promise<Entitlement | null> => {
    demand(staff, 'change')
    const by = byStaff(staff, reason)
    const found = await findEntitlementByToken(deps.db, token.trim())
    if (!found || (kind && found.kind !== kind)) return null
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      await lockEntitlements(tx, [found, ...found.others])
      const entitlement = await endIfExpiredAndGet(tx, deps.jobs, { subject: found, now })
      if (!processed) await unprocessEntitlement(tx, deps.jobs, { entitlement, now, by })
      else if (!hasAccess(entitlement)) await letIn(deps, tx, { entitlement, now, by })
      await settlePayments(deps, tx, { subject: found, now })
      if (processed) await queueCheckoutClose(deps, tx, found)
      return getEntitlement(tx, found)
    })
  }

interface LetIn {
  entitlement: Entitlement
  now: Date
  by: ActionBy
}

/** Restores codes and payments first, because they decide the source that is recorded. */
const letIn = async (deps: Deps, tx: Tx, { entitlement: before, now, by }: LetIn): Promise<void> => {
  const restored = await restoreCoverage(deps, tx, before)
  const entitlement = await getEntitlement(tx, before)
  const source = sourceByStaff({ ...entitlement, processedAt: now })
  await processEntitlement(tx, deps.jobs, { entitlement, source, now, by, restored })
}
