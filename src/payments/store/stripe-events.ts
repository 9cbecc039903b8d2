import { desc } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
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

/** Returns when the last webhook event was taken; null before the first. */
export const findLastEventAt = async (db: Queryable): Promise<Date | null> => {
  const [row] = await db.orm
    .select({ at: stripeEvents.takenAt })
    .from(stripeEvents)
    .orderBy(desc(stripeEvents.takenAt))
    .limit(1)
  return row?.at ?? null
}
