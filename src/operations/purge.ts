import { DAY_MS } from '../domain/time.ts'
import { deleteOldTries } from '../store/queries/code-tries.ts'
import { trimDiary } from '../store/queries/launch-diary.ts'
import { deleteExpired } from '../store/queries/purge.ts'
import { deleteInvitesBefore } from '../store/queries/registrations.ts'
import { deleteOldSignUps } from '../store/queries/sign-ups.ts'
import type { Deps } from './deps.ts'

const DIARY_DAYS = 30
/** Of launches that were refused, so many a day. */
const MOST_REFUSED = 5000
/** A term: for so long staff may be asked why a code was not taken. */
const TRIES_DAYS = 180
/** Throws away what has run out. Safe at any time: nothing of it is read once its time is over. */
export const purge = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deleteInvitesBefore(deps.db, now)
  await deleteOldSignUps(deps.db, now)
  await deleteExpired(deps.db, now, new Date(now.getTime() - DIARY_DAYS * DAY_MS))
  await trimDiary(deps.db, new Date(now.getTime() - 2 * DAY_MS), MOST_REFUSED)
  await deleteOldTries(deps.db, new Date(now.getTime() - TRIES_DAYS * DAY_MS))
}
