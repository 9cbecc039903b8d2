import { listWarnings, openSetup } from './open-setup.ts'
import { sendTestMail } from './send-test-mail.ts'
import { writeBackup } from './write-backup.ts'
import type { App } from "#src/context.ts";

export type { SetupConfig } from './check-setup.ts'
export { recordSecrets } from './record-secrets.ts'
export { startWarnings } from './start-warnings.ts'

export const makeSetup = (app: App) => ({
  checkSetup: openSetup(app),
  listWarnings: listWarnings(app),
  sendTestMail: sendTestMail(app),
  writeBackup: writeBackup(app),
})

export type Setup = ReturnType<typeof makeSetup>
