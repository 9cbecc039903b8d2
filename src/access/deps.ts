import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  /** The version of the Terms that people agree to now. */
  termsVersion: string
  /** True if an open dispute takes access away; false if only a lost one does. */
  disputeTakesAccess: boolean
}
