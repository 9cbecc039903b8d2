import { completionSource, type Entitlement, isComplete } from '../domain/entitlement.ts'
import { findEntitlementByToken, getEntitlement, lockEntitlements } from '../store/queries/entitlements.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { processEntitlement } from './steps/process-entitlement.ts'

/**
 * What a payment page shows, by the token of its link. Null: no such token. Who has all that the course asks for by now
 * (staff changed its products) is let in on the way.
 */
export const findEntitlement =
  (deps: Deps) =>
  async (token: string): Promise<Entitlement | null> => {
    const now = deps.clock.now()
    const found = await findEntitlementByToken(deps.db, token)
    if (!found || !isComplete(found, now)) return found
    return inTransaction(deps.db, async tx => {
      await lockEntitlements(tx, [found])
      const entitlement = await getEntitlement(tx, found)
      if (!isComplete(entitlement, now)) return entitlement
      await processEntitlement(tx, deps.jobs, { entitlement, source: completionSource(entitlement), now })
      return getEntitlement(tx, found)
    })
  }
