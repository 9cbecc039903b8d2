import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { ProductRefused } from './rules/product-form.ts'

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  /** Asks the card provider about a price; null if it can be sold. */
  checkPrice(priceId: string): Promise<ProductRefused | null>
  timezone: string
  /** Keys of hosted schools begin with it. */
  hostedConsumerPrefix: string
}
