import type { App } from '#src/context.ts'
import { DEFAULT_RETENTION } from '#src/core/rules/retention.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { deleteOldCodeAttempts } from './store/failed-attempts.ts'

/** Deletes old refused codes. */
export const deleteCodeAttempts = ({ db, clock }: App, days = DEFAULT_RETENTION.attempts): Promise<void> =>
  deleteOldCodeAttempts(db, new Date(clock.now().getTime() - days * DAY_MS))
