import { completionSource, isComplete } from '../domain/coverage.ts'
import { type Entitlement, isOver } from '../domain/entitlement.ts'
import { lockEntitlements } from '../store/queries/entitlement-changes.ts'
import { findEntitlementByToken } from '../store/queries/entitlements.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { closeOpenCheckouts } from './steps/close-open-checkouts.ts'
import { getCurrent } from './steps/end-access.ts'
import { processEntitlement } from './steps/process-entitlement.ts'

/**
 * Returns the row for a payment page, or null for an unknown token. First ends expired access, and gives access if
 * everything is covered by now: staff changed the products, or the person has access by another row.
 */
export const findEntitlement =
  (deps: Deps) =>
  async (token: string): Promise<Entitlement | null> => {
    const now = deps.clock.now()
    const found = await findEntitlementByToken(deps.db, token)
    if (!found || !(isOver(found, now) || isComplete(found, now))) return found
    return inTransaction(deps.db, async tx => {
      await lockEntitlements(tx, [found, ...found.others])
      const entitlement = await getCurrent(tx, deps.jobs, { subject: found, now })
      if (!isComplete(entitlement, now)) return entitlement
      await processEntitlement(tx, deps.jobs, { entitlement, source: completionSource(entitlement), now })
      await closeOpenCheckouts(deps, tx, entitlement)
      return getCurrent(tx, deps.jobs, { subject: found, now })
    })
  }
