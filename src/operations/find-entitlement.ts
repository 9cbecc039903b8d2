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
 * What a payment page shows, by the token of its link. Null: no such token. On the way, whose time is over is taken out,
 * and who has all that the course asks for by now (staff changed its products, or the same person is in by another row)
 * is let in.
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
