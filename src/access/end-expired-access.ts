import { inTransaction } from '#src/core/db/transaction.ts'
import type { Deps } from './deps.ts'
import { endIfExpired } from './end-access.ts'
import { listExpiredAccess } from './store/access-end.ts'
import { lockEntitlements } from './store/entitlement-changes.ts'

const BATCH_SIZE = 500

/**
 * Ends all access whose end date has passed and returns the number of rows changed. Idempotent; safe to run
 * concurrently.
 */
export const endExpiredAccess = (deps: Deps) => async (): Promise<number> => {
  const now = deps.clock.now()
  let ended = 0
  for (;;) {
    const over = await listExpiredAccess(deps.db, now, BATCH_SIZE)
    for (const subject of over) {
      const done = await inTransaction(deps.db, async tx => {
        await lockEntitlements(tx, [subject])
        return endIfExpired(tx, deps.jobs, { subject, now })
      })
      if (done) ended++
    }
    if (over.length < BATCH_SIZE) return ended
  }
}
