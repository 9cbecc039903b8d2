import type { Config } from '#src/config.ts'
import { systemClock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { settingNames } from '#src/core/settings.ts'
import { checkSetup, explainDatabase } from './check-setup.ts'
import { linesAsText } from './rules/setup-line.ts'

interface Doctor {
  config: Config
  open(): Promise<Database>
  isDatabaseReady(db: Database): Promise<boolean>
}

/**
 * `npm run doctor` prints every setting and the test of every outside service. Returns whether nothing is wrong. A
 * database that cannot be opened is one of the lines.
 */
export const doctorCommand = async ({ config, open, isDatabaseReady }: Doctor, print: (line: string) => void) => {
  const explain = explainDatabase(config)
  const db = await open().catch(explain)
  try {
    const lines = await checkSetup({ config, db, isDatabaseReady, explain, now: systemClock.now() })
    for (const line of linesAsText(lines)) print(line)
    print(`\nSettings with a value: ${config.given.join(' ') || 'none'}`)
    print(`Default: ${settingNames.filter(name => !config.given.includes(name)).join(' ')}`)
    return lines.every(line => line.state !== 'wrong')
  } finally {
    if (typeof db !== 'string') await db.close()
  }
}
