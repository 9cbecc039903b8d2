import { DAY_MS } from '#src/core/rules/time.ts'
import type { Deps } from './deps.ts'
import { deleteOldCodeAttempts } from './store/failed-attempts.ts'

/** About one term, in which staff may be asked why a code was refused. */
const ATTEMPT_DAYS = 180

/** Deletes old refused codes. */
export const deleteExpired =
  ({ db, clock }: Deps) =>
  (): Promise<void> =>
    deleteOldCodeAttempts(db, new Date(clock.now().getTime() - ATTEMPT_DAYS * DAY_MS))
