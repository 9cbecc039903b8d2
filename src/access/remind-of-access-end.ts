import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { courseName, courseUrl } from '#src/courses/rules/course.ts'
import { queueMessage } from '#src/messages/queue-message.ts'
import { batchStart } from '#src/messages/rules/pace.ts'
import { moveAccessEnds } from './move-access-ends.ts'
import { listAccessEndingSoon } from './store/access-ends.ts'
import { getEntitlement } from './store/entitlements.ts'

const REMIND_DAYS = 14
const BATCH_SIZE = 500

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
      const { email, name, language, course, school, accessEndsAt } = await getEntitlement(db, row)
      if (!email || !accessEndsAt) continue
      const message = {
        kind: 'access-ends',
        recipient: email,
        name,
        language: language ?? 'en',
        course: courseName(course),
        school: school.name,
        courseUrl: courseUrl(course),
        accessEndsAt: accessEndsAt.toISOString(),
      } as const
      await inTransaction(db, async tx => {
        if (await queueMessage(tx, jobs, key, message, { startAfter: batchStart(batch) })) written++
      })
    }
    if (ending.length < BATCH_SIZE) return written
  }
}
