import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { listReconciliations as listNewest, type Reconciliation } from './store/reconciliations.ts'
import type { App } from "#src/context.ts";

/** Queues a reconciliation. It runs as a job because it may take long. */
export const startReconciliation =
  async (app: App, by: Staff): Promise<{ ok: true } | Refused<'no_card_provider'>> => {
    demand(by, 'change')
    if (!app.card) return refuse('no_card_provider')
    await inTransaction(app.db, tx => app.jobs.send(tx, 'reconcile', { actor: `staff:${by.id}` }))
    return { ok: true }
  }

const MAX_ROWS = 30

/** Lists past reconciliations, newest first. */
export const listReconciliations = (app: App): Promise<Reconciliation[]> => listNewest(app.db, MAX_ROWS)
