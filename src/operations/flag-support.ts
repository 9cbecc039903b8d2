import { dayOf } from '../domain/business-day.ts'
import { addSupportFlag } from '../store/queries/support.ts'
import type { Deps } from './deps.ts'

/** Counts payment pages opened without a token, one row per day and page. */
export const flagSupport =
  ({ db, clock, settings }: Deps) =>
  async (page: string): Promise<void> => {
    const now = clock.now()
    await addSupportFlag(db, { day: dayOf(now, settings.timezone), page, now })
  }
