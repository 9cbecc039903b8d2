import type { Tx } from '#src/core/db/db.ts'
import { stripeEvents } from './schema.ts'

/** Claims a webhook event. Returns false when it was processed before. */
export const claimEvent = async (tx: Tx, event: { id: string; type: string }, now: Date): Promise<boolean> => {
  const rows = await tx.orm
    .insert(stripeEvents)
    .values({ id: event.id, type: event.type, takenAt: now })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id })
  return rows.length === 1
}
