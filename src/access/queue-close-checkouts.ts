import type { Tx } from '#src/core/db/db.ts'
import type { EntitlementRef } from './rules/entitlement.ts'
import { listCheckouts } from './store/checkouts.ts'
import type { App } from "#src/context.ts";

/** Queues the closing of a person's open checkouts, which may ask for products that are now covered. */
export const queueCheckoutClose = async (app: App, tx: Tx, { id }: EntitlementRef): Promise<void> => {
  const open = (await listCheckouts(tx, { id })).some(c => c.status === 'open')
  if (open) await app.jobs.send(tx, 'close-checkouts', { entitlementId: id })
}
