import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'

export interface Deps {
  db: Database
  clock: Clock
  /** Seals the shared secrets of LTI 1.1 consumers. */
  secrets: Pick<Vault, 'seal'>
  /** Seals the private keys that sign LTI 1.3 messages. */
  keyVault: Vault
  /** Says why an address from an outsider is refused; null if it may be called. */
  addressProblem(address: string): string | null
  hostedConsumerPrefix: string
}
