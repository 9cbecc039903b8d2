import type { Needs } from '#src/context.ts'
import { deleteAuditBefore } from '#src/core/audit/store/audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { eraseRecords } from './erase-records.ts'
import { listInactivePeople } from './store/inactive-people.ts'

const BATCH = 100

/**
 * Deletes old audit lines, and erases people whose access ended long ago. Runs daily. A person who cannot be erased
 * because of an error is logged and left out; the others are erased, and then it throws, so that the job runs again.
 */
export const eraseInactivePeople = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'log' | 'retention'>,
): Promise<void> => {
  const { db, clock, log, retention } = app
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteAuditBefore(db, { views: daysAgo(retention.views), changes: daysAgo(retention.audit) })
  const before = daysAgo(retention.people)
  let failed = 0
  for (let after = 0; ; ) {
    const people = await listInactivePeople(db, { before, after, most: BATCH })
    for (const personId of people)
      await inTransaction(db, tx =>
        eraseRecords(app, tx, { personId, actor: 'system', asked: 'retention', now }),
      ).catch((err: unknown) => {
        failed++
        log.error({ err, personId }, 'a person could not be erased')
      })
    if (people.length < BATCH) break
    after = people.at(-1)!
  }
  if (failed > 0) throw new Error(`people who could not be erased: ${failed}`)
}
