import type { Tx } from '#src/core/db/db.ts'
import type { Deps } from './deps.ts'
import type { EntitlementRef } from './rules/entitlement.ts'
import { listCheckouts } from './store/checkouts.ts'

/** Queues the closing of a person's open checkouts, which may ask for products that are now covered. */
export const queueCheckoutClose = async (deps: Pick<Deps, 'jobs'>, tx: Tx, { id }: EntitlementRef): Promise<void> => {
  const open = (await listCheckouts(tx, { id })).some(c => c.status === 'open')
  if (open) await deps.jobs.send(tx, 'close-checkouts', { entitlementId: id })
}
