import { deleteAuditBefore } from '#src/core/audit/store/audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import type { Deps } from './deps.ts'
import { eraseRecords } from './erase-records.ts'
import { listInactivePeople } from './store/inactive-people.ts'

const BATCH = 100

/** Deletes old audit lines, and erases people whose access ended long ago. Runs daily; whom it fails for, it tries again. */
export const deleteExpired = (deps: Deps) => async (): Promise<void> => {
  const { db, clock, retention, fingerprint, log } = deps
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteAuditBefore(db, { views: daysAgo(retention.views), changes: daysAgo(retention.audit) })
  const before = daysAgo(retention.people)
  for (let after = 0; ; ) {
    const people = await listInactivePeople(db, { before, after, most: BATCH })
    for (const personId of people)
      await inTransaction(db, tx =>
        eraseRecords({ fingerprint }, tx, { personId, actor: 'system', asked: 'retention', now }),
      ).catch(err => log.error({ err, personId }, 'a person was not erased'))
    if (people.length < BATCH) return
    after = people.at(-1)!
  }
}
