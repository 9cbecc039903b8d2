import type { Clock } from '#src/core/clock.ts'
import type { Signer, Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { AddressFault } from '#src/core/rules/address-faults.ts'

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  /** Seals the shared secrets of LTI 1.1 consumers. */
  secrets: Pick<Vault, 'seal'>
  /** Seals the private keys that sign LTI 1.3 messages. */
  keyVault: Vault
  /** Signs the links of seat pages. */
  seatLinks: Signer
  /** Returns why an address from an outsider may not be called; null if it may. */
  addressFault(address: string): AddressFault | null
  hostedConsumerPrefix: string
}
