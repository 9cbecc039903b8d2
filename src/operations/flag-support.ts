import { dayOf } from '../domain/business-day.ts'
import { addSupportFlag } from '../store/queries/support.ts'
import type { Deps } from './deps.ts'

/** A payment page was opened without its token (spec §2): counted by day, so that a stranger's repeating stays one row. */
export const flagSupport =
  ({ db, clock, settings }: Deps) =>
  async (page: string): Promise<void> => {
    const now = clock.now()
    await addSupportFlag(db, { day: dayOf(now, settings.timezone), page, now })
  }
