import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { movedAccessEnd } from '#src/courses/rules/access-end.ts'
import { listRunningForUpdate, type RunningScope, saveAccessEnds } from './store/access-ends.ts'

const BATCH_SIZE = 500

/**
 * Moves the end of access that is already running after a date of a course or school changed (docs/rules/access.md).
 * Idempotent, safe to run concurrently. Returns the number of rows moved.
 */
export const moveAccessEnds = async (
  { db, clock }: Needs<'clock' | 'db'>,
  scope: RunningScope,
  mayShorten = false,
): Promise<number> => {
  let moved = 0
  for (let after = 0, more = true; more; ) {
    const now = clock.now()
    const rows = await inTransaction(db, async tx => {
      const rows = await listRunningForUpdate(tx, { scope, now, after, most: BATCH_SIZE })
      const ends = rows.flatMap(row => {
        const at = movedAccessEnd({ ...row, isMigrated: row.source === 'migrated' }, { ...row, mayShorten, now })
        return at ? [{ id: row.id, at }] : []
      })
      await saveAccessEnds(tx, ends, now)
      moved += ends.length
      return rows
    })
    more = rows.length === BATCH_SIZE
    after = rows.at(-1)?.id ?? after
  }
  return moved
}
