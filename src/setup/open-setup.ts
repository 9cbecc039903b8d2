import type { Needs } from '#src/context.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { settingNames } from '#src/core/settings.ts'
import { checkSetup, explainDatabase } from './check-setup.ts'
import { startWarnings } from './start-warnings.ts'

/** Tries every outside service, and lists which settings have a value. `openedAt` is where staff opened the page. */
export const openSetup = async (
  { db, config, isDatabaseReady, clock }: Needs<'clock' | 'config' | 'db' | 'isDatabaseReady'>,
  staff: Staff,
  openedAt: string,
) => {
  demand(staff, 'manage')
  const explain = explainDatabase(config)
  const lines = await checkSetup({ config, db, isDatabaseReady, explain, openedAt, now: clock.now() })
  return {
    lines,
    canBackUp: db.kind === 'embedded',
    given: config.given,
    absent: settingNames.filter(name => !config.given.includes(name)),
  }
}

/** Lists what students would notice, without trying any service. Empty in demo mode. */
export const listWarnings = ({ db, config }: Needs<'config' | 'db'>) => startWarnings(db, config)
