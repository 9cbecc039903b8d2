import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Log } from '#src/core/log.ts'
import type { Retention } from '#src/core/rules/retention.ts'

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  /** Keyed hash, so that the list of erased people names nobody. */
  fingerprint(text: string): string
  retention: Retention
}
