import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Log } from '#src/core/log.ts'
import type { LmsServices } from './services.ts'

/** `grades`, `rosters` and `deepLinks` call the schools' LMSs. */
export interface Deps extends LmsServices {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  timezone: string
}
