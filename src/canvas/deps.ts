import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Log } from '#src/core/log.ts'
import type { Canvas } from './rules/canvas-port.ts'

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  /** Null: no learning platform of our own is set up. */
  canvas: Canvas | null
  /** Opens passwords that wait sealed since the sign-up. */
  vault: Vault
  migrationPollSeconds: number
}
