import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Log } from '#src/core/log.ts'
import type { VideoHost } from './sproutvideo.ts'

export interface Deps {
  db: Database
  clock: Clock
  log: Log
  /** Null: no video host is set up. */
  video: VideoHost | null
  /** Fills a placeholder in content. */
  supportEmail: string
}
