import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Log } from '#src/core/log.ts'
import type { SetupConfig } from './check-setup.ts'
import type { MailGateway } from "#src/messages/mail.ts";

export interface Deps {
  db: Database
  clock: Clock
  log: Log
  config: SetupConfig
  mail: MailGateway
  isDatabaseReady(db: Database): Promise<boolean>
}
