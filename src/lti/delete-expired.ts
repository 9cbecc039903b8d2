import { DAY_MS } from '#src/core/rules/time.ts'
import type { Deps } from './deps.ts'
import { deleteDiaryBefore, trimDiary } from './store/launch-diary.ts'
import { deleteLoginsBefore } from './store/logins.ts'

const DIARY_DAYS = 30
/** Refused launches kept per day. */
const MAX_REFUSED = 5000

/** Deletes expired logins and old lines of the launch diary. */
export const deleteExpired =
  ({ db, clock }: Deps) =>
  async (): Promise<void> => {
    const now = clock.now()
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    await deleteLoginsBefore(db, now)
    await deleteDiaryBefore(db, daysAgo(DIARY_DAYS))
    await trimDiary(db, daysAgo(2), MAX_REFUSED)
  }
