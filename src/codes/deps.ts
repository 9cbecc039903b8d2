import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { LimitHash } from '#src/core/limits/limit-hash.ts'
import type { Log } from '#src/core/log.ts'
import type { Access } from "#src/access/index.ts";

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  access: Pick<Access, 'settlePayments'>
  /** Stable pseudonym of a secret text, for logs. */
  fingerprint(text: string): string
  limitHash: LimitHash
  termsVersion: string
  timezone: string
}
