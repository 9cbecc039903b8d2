import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Log } from '#src/core/log.ts'
import type { CardGateway } from './rules/card-provider.ts'
import type { Access } from "#src/access/index.ts";

/** The card provider, and the operator's decisions about it. */
export interface Card {
  gateway: CardGateway
  settings: { disputeTakesAccess: boolean }
}

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  access: Pick<Access, 'settlePayments'>
  /** Null: no card provider is set up. */
  card: Card | null
  /** True if real money moves. Test events are ignored then; real ones are ignored otherwise. */
  live: boolean
  publicUrl: string
  termsVersion: string
}
