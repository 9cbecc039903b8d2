import { sourceByStaff } from '../domain/coverage.ts'
import { type Entitlement, isIn, type SubjectKind } from '../domain/entitlement.ts'
import { demand, type Staff } from '../domain/staff.ts'
import type { Tx } from '../store/db.ts'
import { lockEntitlements } from '../store/queries/entitlement-changes.ts'
import { findEntitlementByToken, getEntitlement } from '../store/queries/entitlements.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { bringBack } from './steps/bring-back.ts'
import { closeOpenCheckouts } from './steps/close-open-checkouts.ts'
import { getCurrent } from './steps/end-access.ts'
import { type By, byStaff, processEntitlement, unprocessEntitlement } from './steps/process-entitlement.ts'
import { settlePayments } from './steps/settle-payments.ts'

export interface SetProcessed {
  token: string
  /** Sets, never flips (rules.md A5). */
  processed: boolean
  reason?: string | undefined
  /** The call names one kind (spec §7): a token of the other is not found by it. */
  kind?: SubjectKind | undefined
}

/** Staff let a person in, or take them out, by the token (rules.md C). Null: no such token. Safe to call twice. */
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
      const entitlement = await getCurrent(tx, deps.jobs, { subject: found, now })
      if (!processed) await unprocessEntitlement(tx, deps.jobs, { entitlement, now, by })
      else if (!isIn(entitlement)) await letIn(deps, tx, { entitlement, now, by })
      await settlePayments(deps, tx, { subject: found, now })
      if (processed) await closeOpenCheckouts(deps, tx, found)
      return getEntitlement(tx, found)
    })
  }

interface LetIn {
  entitlement: Entitlement
  now: Date
  by: By
}

/** What codes and payments cover once they count again decides on what the person stands, before anything is told of it. */
const letIn = async (deps: Deps, tx: Tx, { entitlement: before, now, by }: LetIn): Promise<void> => {
  const restored = await bringBack(deps, tx, before)
  const entitlement = await getEntitlement(tx, before)
  const source = sourceByStaff({ ...entitlement, processedAt: now })
  await processEntitlement(tx, deps.jobs, { entitlement, source, now, by, restored })
}
