import type { Deps } from './deps.ts'
import { deleteEndedSessions } from './store/staff.ts'

/** Deletes ended sessions and expired sign-in codes. */
export const deleteExpired =
  ({ db, clock }: Deps) =>
  (): Promise<void> =>
    deleteEndedSessions(db, clock.now())
