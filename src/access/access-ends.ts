import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { movedAccessEnd } from '#src/courses/rules/course.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { batchStart } from '#src/messages/rules/message.ts'
import { accessFacts } from './entitlements.ts'
import { listAccessEndingSoon, listRunningForUpdate, type RunningScope, saveAccessEnds } from './store/access-ends.ts'
import { getEntitlement } from './store/entitlements.ts'

const BATCH_SIZE = 500

/**
 * Moves the end of access that is already running after a date of a course or school changed (docs/rules/access.md).
 * Idempotent, safe to run concurrently. Returns the number of rows moved.
 */
export const moveAccessEnds = async ({ db, clock }: Needs<'clock' | 'db'>, scope: RunningScope, mayShorten = false) => {
  let moved = 0
  for (let after = 0, more = true; more; ) {
    const now = clock.now()
    const rows = await inTransaction(db, async tx => {
      const rows = await listRunningForUpdate(tx, { scope, now, after, most: BATCH_SIZE })
      const ends = rows.flatMap(row => {
        const running = { ...row, isMigrated: row.source === 'migrated' }
        const at = movedAccessEnd(running, { course: row, school: row, mayShorten, now })
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

const REMIND_DAYS = 14
/**
 * Queues a reminder for everybody whose access ends within two weeks, once per end date. Skips people who got access
 * for less than that. Idempotent; returns the number of messages.
 */
export const remindOfAccessEnd = async (app: Needs<'clock' | 'db' | 'jobs'>): Promise<number> => {
  const { db, clock, jobs } = app
  const now = clock.now()
  // A job that moves dates may have failed, so look again before we mail a date.
  await moveAccessEnds(app, { endsBefore: new Date(now.getTime() + REMIND_DAYS * DAY_MS) })
  let written = 0
  for (let batch = 0; ; batch++) {
    const ending = await listAccessEndingSoon(db, { now, milliseconds: REMIND_DAYS * DAY_MS, most: BATCH_SIZE })
    for (const { key, ...row } of ending) {
      const entitlement = await getEntitlement(db, row)
      const about = entitlement.accessEndsAt && accessFacts(entitlement, entitlement.accessEndsAt)
      if (!about) continue
      const message = { kind: 'access-ends', ...about } as const
      await inTransaction(db, async tx => {
        if (await queueMessage(tx, jobs, key, message, { startAfter: batchStart(batch) })) written++
      })
    }
    if (ending.length < BATCH_SIZE) return written
  }
}
