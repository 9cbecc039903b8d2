import type { Needs } from '#src/context.ts'
import { DEFAULT_RETENTION } from '#src/core/rules/retention.ts'
import { DAY_MS, HOUR_MS } from '#src/core/rules/time.ts'
import { deleteDiaryBefore, trimDiary, trimWholeDiary } from './store/launch-diary.ts'
import { deleteLoginsBefore, forgetClaims } from './store/logins.ts'

/** A login is kept an hour after it expires, so that a late launch or click is refused on a page its LMS may frame. */
const LOGIN_KEPT_MS = HOUR_MS
/** Refused launches kept per day. */
const MAX_REFUSED = 5000
/** Lines kept in all, about 8 GB: 650,000 launches a day. */
const MAX_LINES = 20_000_000

/** Deletes expired logins and old lines of the launch diary. */
export const deleteExpiredLaunches = async (
  { db, clock }: Needs<'clock' | 'db'>,
  diaryDays = DEFAULT_RETENTION.diary,
): Promise<void> => {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await forgetClaims(db, now)
  await deleteLoginsBefore(db, new Date(now.getTime() - LOGIN_KEPT_MS))
  await deleteDiaryBefore(db, daysAgo(diaryDays))
  await trimDiary(db, daysAgo(2), MAX_REFUSED)
  await trimWholeDiary(db, MAX_LINES)
}
