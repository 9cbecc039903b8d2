import { DAY_MS } from '../domain/time.ts'
import { deleteOldTries } from '../store/queries/code-tries.ts'
import { trimDiary } from '../store/queries/launch-diary.ts'
import { deleteExpired } from '../store/queries/purge.ts'
import { deleteInvitesBefore } from '../store/queries/registrations.ts'
import { deleteOldSignUps } from '../store/queries/sign-ups.ts'
import type { Deps } from './deps.ts'

const DIARY_DAYS = 30
/** Refused launches kept per day. */
const MAX_REFUSED = 5000
/** About one term, in which staff may be asked why a code was refused. */
const TRIES_DAYS = 180
/** Deletes expired rows. Idempotent: nothing reads them after their expiry. */
export const purge = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deleteInvitesBefore(deps.db, now)
  await deleteOldSignUps(deps.db, now)
  await deleteExpired(deps.db, now, new Date(now.getTime() - DIARY_DAYS * DAY_MS))
  await trimDiary(deps.db, new Date(now.getTime() - 2 * DAY_MS), MAX_REFUSED)
  await deleteOldTries(deps.db, new Date(now.getTime() - TRIES_DAYS * DAY_MS))
}
