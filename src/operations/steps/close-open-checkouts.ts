import type { Subject } from '../../domain/entitlement.ts'
import type { Tx } from '../../store/db.ts'
import { listCheckouts } from '../../store/queries/checkouts.ts'
import type { Deps } from '../deps.ts'

/** Staff changed what a course needs or what a product costs: what is open is looked at, once this is committed. */
export const closeStaleCheckouts = async (
  { card, jobs }: Deps,
  tx: Tx,
  what: { courseId: number } | { productId: number },
): Promise<void> => {
  if (card) await jobs.send(tx, 'close-checkouts', what)
}

/** A checkout that is open asks for what was needed before: the provider is told to close it, once this is committed. */
export const closeOpenCheckouts = async (deps: Deps, tx: Tx, { kind, id }: Subject): Promise<void> => {
  const open = (await listCheckouts(tx, { kind, id })).some(c => c.status === 'open')
  if (open) await deps.jobs.send(tx, 'close-checkouts', { subject: { kind, id } })
}
