import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { SignedHelp } from './signed-help.ts'

export interface Deps {
  db: Database
  clock: Clock
  timezone: string
  signedHelp: SignedHelp
}
