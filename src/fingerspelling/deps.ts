import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'

export interface Deps {
  db: Database
  clock: Clock
}
