import type { Deps } from './deps.ts'
import { listWarnings, openSetup } from './open-setup.ts'
import { sendTestMail } from './send-test-mail.ts'
import { writeBackup } from './write-backup.ts'

export type { SetupConfig } from './check-setup.ts'
export { recordSecrets } from './record-secrets.ts'
export { startWarnings } from './start-warnings.ts'

export const makeSetup = (deps: Deps) => ({
  checkSetup: openSetup(deps),
  listWarnings: listWarnings(deps),
  sendTestMail: sendTestMail(deps),
  writeBackup: writeBackup(deps),
})

export type Setup = ReturnType<typeof makeSetup>
