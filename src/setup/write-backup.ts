import { join } from 'node:path'
import type { Needs } from '#src/context.ts'
import { type Backup, backUp } from '#src/core/backup/backup.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { listLines } from '#src/privacy/reapply-erasures.ts'

/**
 * Writes a copy of the embedded database into DATA_DIR/backups, where nobody can run a command beside the server. Null on
 * PostgreSQL.
 */
export const writeBackup = async (
  { db, clock, config }: Needs<'clock' | 'config' | 'db'>,
  staff: Staff,
): Promise<Backup | null> => {
  demand(staff, 'manage')
  if (db.kind !== 'embedded') return null
  return backUp(db, {
    folder: join(config.dataDir, 'backups'),
    ...{ databaseUrl: undefined, programPath: undefined },
    actor: `staff:${staff.id}`,
    erased: listLines(db),
    now: clock.now(),
  })
}
