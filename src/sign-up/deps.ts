import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database, Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import type { LimitHash } from '#src/core/limits/limit-hash.ts'
import type { Log } from '#src/core/log.ts'
import type { CaptchaGateway } from './captcha/make-captcha.ts'
import type { Chat } from "#src/messages/chat.ts";

export interface Deps {
  db: Database
  clock: Clock
  jobs: JobQueue
  log: Log
  captcha: CaptchaGateway
  /** Seals passwords and codes that wait for minutes. */
  vault: Vault
  /** Stable pseudonym of a secret text, for logs. */
  fingerprint(text: string): string
  limitHash: LimitHash
  /** Queues the creation of the Canvas user once an address is verified; null where Canvas is not set up. */
  makePlatformUser: ((tx: Tx, given: { signUpId: number; entitlementId: number }) => Promise<void>) | null
  /** The help chat of payment pages; null where none is set up. */
  chat: Chat | null
  supportEmail: string
  /** Keys of hosted schools begin with it. */
  hostedConsumerPrefix: string
}
