import type { Subject } from '../../domain/entitlement.ts'
import type { Tx } from '../../store/db.ts'
import { listCheckouts } from '../../store/queries/checkouts.ts'
import type { Deps } from '../deps.ts'

/** Queues a check of the open checkouts of a course or product after staff changed its products or price. */
export const closeStaleCheckouts = async (
  { card, jobs }: Deps,
  tx: Tx,
  what: { courseId: number } | { productId: number },
): Promise<void> => {
  if (card) await jobs.send(tx, 'close-checkouts', what)
}

/** Queues the closing of a person's open checkouts, which may ask for products that are now covered. */
export const closeOpenCheckouts = async (deps: Deps, tx: Tx, { kind, id }: Subject): Promise<void> => {
  const open = (await listCheckouts(tx, { kind, id })).some(c => c.status === 'open')
  if (open) await deps.jobs.send(tx, 'close-checkouts', { subject: { kind, id } })
}
