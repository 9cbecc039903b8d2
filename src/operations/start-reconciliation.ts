import { demand, type Staff } from '../domain/staff.ts'
import { listReconciliations, type Reconciliation } from '../store/queries/reconciliations.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'

/** Has the provider's sessions compared now: it takes as long as there are sessions, so that a job does it. False: no provider is set up. */
export const startReconciliation =
  (deps: Deps) =>
  async (by: Staff): Promise<boolean> => {
    demand(by, 'change')
    if (!deps.card) return false
    await inTransaction(deps.db, tx => deps.jobs.send(tx, 'reconcile', { actor: `staff:${by.id}` }))
    return true
  }

const MOST = 30

/** What the comparisons found, the newest first. */
export const listReconciled = (deps: Deps) => (): Promise<Reconciliation[]> => listReconciliations(deps.db, MOST)
