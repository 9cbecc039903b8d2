import { DAY_MS } from '#src/core/rules/time.ts'
import type { Deps } from './deps.ts'
import { deleteLaunchTokensBefore } from './store/launch-tokens.ts'

/** An expired token is kept for a day, so that 'page expired' shows inside the LMS that opened it. */
const KEPT_MS = DAY_MS

/** Deletes the tokens of launches whose links no longer open. */
export const deleteExpired =
  ({ db, clock }: Deps) =>
  (): Promise<void> =>
    deleteLaunchTokensBefore(db, new Date(clock.now().getTime() - KEPT_MS))
