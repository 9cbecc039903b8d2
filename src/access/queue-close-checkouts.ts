import type { Tx } from '#src/core/db/db.ts'
import type { Deps } from './deps.ts'
import type { Subject } from './rules/entitlement.ts'
import { listCheckouts } from './store/checkouts.ts'

/** Queues the closing of a person's open checkouts, which may ask for products that are now covered. */
export const queueCheckoutClose = async (deps: Pick<Deps, 'jobs'>, tx: Tx, { kind, id }: Subject): Promise<void> => {
  const open = (await listCheckouts(tx, { kind, id })).some(c => c.status === 'open')
  if (open) await deps.jobs.send(tx, 'close-checkouts', { subject: { kind, id } })
}
