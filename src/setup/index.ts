import { demand, type Staff } from '#src/core/rules/staff.ts'
import { settingNames } from '#src/core/settings.ts'
import { checkSetup, explainDatabase } from './check-setup.ts'
import type { Deps } from './deps.ts'
import { sendTestMail } from './send-test-mail.ts'
import { startWarnings } from './start-warnings.ts'
import { writeBackup } from './write-backup.ts'

export type { SetupConfig } from './check-setup.ts'
export { recordSecrets } from './record-secrets.ts'
export { startWarnings } from './start-warnings.ts'

export const makeSetup = (deps: Deps) => ({
  /** Tries every outside service, and lists which settings have a value. `openedAt` is where staff opened the page. */
  async checkSetup(staff: Staff, openedAt: string) {
    demand(staff, 'manage')
    const { db, config, isDatabaseReady, clock } = deps
    const explain = explainDatabase(config)
    const lines = await checkSetup({ config, db, isDatabaseReady, explain, openedAt, now: clock.now() })
    return {
      lines,
      canBackUp: db.kind === 'embedded',
      given: config.given,
      absent: settingNames.filter(name => !config.given.includes(name)),
    }
  },
  /** Lists what students would notice, without trying any service. Empty in demo mode. */
  listWarnings: () => startWarnings(deps.db, deps.config),
  sendTestMail: sendTestMail(deps),
  writeBackup: writeBackup(deps),
})

export type Setup = ReturnType<typeof makeSetup>
