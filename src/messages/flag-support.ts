import type { Needs } from '#src/context.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { addSupportFlag } from './store/support.ts'

/** Counts payment pages opened without a token, one row per day and page. */
export const flagSupport = async (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  page: string,
): Promise<void> => {
  const now = clock.now()
  await addSupportFlag(db, { day: dayOf(now, timezone), page, now })
}
