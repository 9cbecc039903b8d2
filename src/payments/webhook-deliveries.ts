import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { makeEventCounts } from '#src/core/event-counts.ts'
import type { Log } from '#src/core/log.ts'
import { addRefusedEvents } from './store/card-provider.ts'

/** Anyone may post to the webhook, so refusals are written at most once in this time. */
const SAVE_MS = 1000

export type WebhookDeliveries = ReturnType<typeof makeWebhookDeliveries>

/** Counts what the webhook takes and refuses: for /metrics, and in the database for /setup and the doctor. */
export const makeWebhookDeliveries = (db: Database, clock: Clock, log: Log) => {
  const counts = makeEventCounts<'outcome'>()
  let unsaved = 0
  let timer: NodeJS.Timeout | undefined
  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    const count = unsaved
    unsaved = 0
    if (count > 0) await addRefusedEvents(db, count, clock.now())
  }
  return {
    list: counts.list,
    /** Saves what was refused since the last time. */
    save,
    count(outcome: 'taken' | 'refused') {
      counts.add({ outcome })
      if (outcome === 'taken') return
      unsaved++
      timer ??= setTimeout(() => {
        save().catch(err => log.warn({ err }, 'refused webhooks were not counted'))
      }, SAVE_MS).unref()
    },
  }
}
