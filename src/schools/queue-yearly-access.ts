import type { Tx } from '#src/core/db/db.ts'
import type { Deps } from './deps.ts'
import type { SchoolRef, SchoolSwitches } from './rules/school.ts'

interface Changed {
  school: SchoolRef
  before: Pick<SchoolSwitches, 'yearlyAccess'>
  after: Pick<SchoolSwitches, 'yearlyAccess'>
}

/** Queues extending the access of a school's people if it has yearly access now. Turning it off shortens nothing. */
export const queueYearlyAccess = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { school, before, after }: Changed,
): Promise<void> => {
  if (after.yearlyAccess && !before.yearlyAccess) await jobs.send(tx, 'move-access-ends', { school, mayShorten: false })
}
