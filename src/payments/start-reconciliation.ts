import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { listReconciliations as listNewest, type Reconciliation } from './store/reconciliations.ts'

/**
 * Queues a reconciliation. It runs as a job because it may take long. Returns false if no card provider is configured.
 */
export const startReconciliation =
  (deps: Deps) =>
  async (by: Staff): Promise<boolean> => {
    demand(by, 'change')
    if (!deps.card) return false
    await inTransaction(deps.db, tx => deps.jobs.send(tx, 'reconcile', { actor: `staff:${by.id}` }))
    return true
  }

const MAX_ROWS = 30

/** Lists past reconciliations, newest first. */
export const listReconciliations = (deps: Deps) => (): Promise<Reconciliation[]> => listNewest(deps.db, MAX_ROWS)
