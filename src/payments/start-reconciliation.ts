import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { listReconciliations as listNewest, type Reconciliation } from './store/reconciliations.ts'

/** Queues a reconciliation. It runs as a job because it may take long. */
export const startReconciliation =
  (deps: Deps) =>
  async (by: Staff): Promise<{ ok: true } | Refused<'no_card_provider'>> => {
    demand(by, 'change')
    if (!deps.card) return refuse('no_card_provider')
    await inTransaction(deps.db, tx => deps.jobs.send(tx, 'reconcile', { actor: `staff:${by.id}` }))
    return { ok: true }
  }

const MAX_ROWS = 30

/** Lists past reconciliations, newest first. */
export const listReconciliations = (deps: Deps) => (): Promise<Reconciliation[]> => listNewest(deps.db, MAX_ROWS)
