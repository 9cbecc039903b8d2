import { listStaff } from '#src/accounts/staff.ts'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { may } from '#src/core/rules/staff.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { paths } from '#views/paths.ts'
import { checkSetup } from './setup.ts'
import { saveFaults } from './store/setup-facts.ts'

/**
 * Runs the checks of /setup, and mails each manager what has been wrong for an hour, at most once a day. A backup that was
 * never made counts too: only ours brings the list of erased people.
 */
export const watch = async (
  app: Needs<'clock' | 'config' | 'db' | 'isDatabaseReady' | 'jobs' | 'publicUrl' | 'timezone'>,
): Promise<void> => {
  const { clock, config, db, isDatabaseReady } = app
  if (config.demo) return
  const now = clock.now()
  const lines = await checkSetup({ config, db, isDatabaseReady, now })
  const faults = lines.filter(({ name, state }) => state === 'wrong' || (name === 'Backup' && state === 'missing'))
  await inTransaction(db, async tx => {
    const since = await saveFaults(
      tx,
      faults.map(({ name }) => name),
      now,
    )
    const lasting = faults.filter(({ name }) => now.getTime() - (since.get(name) ?? now).getTime() >= HOUR_MS)
    if (lasting.length === 0) return
    for (const staff of await listStaff(tx)) {
      if (!may(staff, 'manage')) continue
      await queueMessage(tx, app.jobs, `faults:${dayOf(now, app.timezone)}:${staff.id}`, {
        kind: 'faults',
        recipient: staff.email,
        lines: lasting.map(({ name, found, nextStep }) => ({ name, found, nextStep })),
        url: `${app.publicUrl}${paths.setup}`,
      })
    }
  })
}
