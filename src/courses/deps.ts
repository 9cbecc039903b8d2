import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { Refused } from '#src/core/rules/outcome.ts'
import type { PriceReason } from './rules/product-form.ts'

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  /** Asks the card provider about a price; null if it can be sold. */
  checkPrice(priceId: string): Promise<Refused<PriceReason> | null>
  timezone: string
  /** Keys of hosted schools begin with it. */
  hostedConsumerPrefix: string
}
