import { deleteOldCodeAttempts } from '#src/codes/index.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { trimDiary } from '#src/lti/index.ts'
import { deleteInvitesBefore } from '#src/schools/index.ts'
import { deleteOldSignUps } from '#src/sign-up/index.ts'
import type { Deps } from './deps.ts'
import { deleteExpired as deleteExpiredRows } from './store/expired-rows.ts'

const DIARY_DAYS = 30
/** Refused launches kept per day. */
const MAX_REFUSED = 5000
/** About one term, in which staff may be asked why a code was refused. */
const TRIES_DAYS = 180
/** Deletes expired rows. Idempotent: nothing reads them after their expiry. */
export const deleteExpired = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deleteInvitesBefore(deps.db, now)
  await deleteOldSignUps(deps.db, now)
  await deleteExpiredRows(deps.db, now, new Date(now.getTime() - DIARY_DAYS * DAY_MS))
  await trimDiary(deps.db, new Date(now.getTime() - 2 * DAY_MS), MAX_REFUSED)
  await deleteOldCodeAttempts(deps.db, new Date(now.getTime() - TRIES_DAYS * DAY_MS))
}
