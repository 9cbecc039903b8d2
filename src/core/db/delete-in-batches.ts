import type { QueryResultRow } from 'pg'
import type { Queryable } from './db.ts'

const BATCH = 10_000

/**
 * Repeats a statement that deletes at most `batch` rows until it finds fewer. A statement is cancelled after ten
 * seconds, and the first run after an outage may find millions of rows.
 */
export const deletesInBatches = (name: string, textFor: (batch: number) => string, batch = BATCH) => {
  const text = textFor(batch)
  return async (db: Queryable, values: unknown[]): Promise<void> => {
    for (let deleted = batch; deleted === batch; )
      deleted = (await db.client.query<QueryResultRow>({ name, text, values })).rowCount ?? 0
  }
}
