import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Log } from '#src/core/log.ts'
import type { MailSlot } from '#src/signed-help/rules/help-slots.ts'
import type { MailGateway } from './mail.ts'

/** Dependencies of this module, given once in modules.ts. */
export interface Deps {
  db: Database
  clock: Clock
  log: Log
  mail: MailGateway
  /** Opens one-time codes that wait sealed in a queued message. */
  vault: Vault
  timezone: string
  supportEmail: string
  publicUrl: string
  /** Returns whether somebody signs this mail in a clip. */
  hasSignedHelp(slot: MailSlot): boolean
  countSeen(slot: MailSlot): void
}
