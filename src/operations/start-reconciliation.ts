import { demand, type Staff } from '../domain/staff.ts'
import { listReconciliations, type Reconciliation } from '../store/queries/reconciliations.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'

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
export const listReconciled = (deps: Deps) => (): Promise<Reconciliation[]> => listReconciliations(deps.db, MAX_ROWS)
