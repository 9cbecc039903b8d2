import type { Deps } from './deps.ts'
import { deleteLaunchTokensBefore } from './store/launch-tokens.ts'

/** Deletes the tokens of launches whose links no longer open. */
export const deleteExpired =
  ({ db, clock }: Deps) =>
  (): Promise<void> =>
    deleteLaunchTokensBefore(db, clock.now())
