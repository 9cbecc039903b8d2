import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Log } from '#src/core/log.ts'
import type { ClipStorage } from './storage/storage.ts'

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  clipStorage: ClipStorage
  /** Returns the size of a file of signed help, which is in the same storage; null for any other name. */
  findHelpFile(name: string): number | null
  /** Folder of this machine for files in work. Emptied at will. */
  clipsFolder: string
  /** Program that reads and writes videos. */
  ffmpeg: { ffmpeg: string; ffprobe: string }
  timezone: string
}
