import type { Needs } from '#src/context.ts'
import { DEFAULT_RETENTION } from '#src/core/rules/retention.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { deleteOldCodeAttempts } from './store/failed-attempts.ts'

/** Deletes old refused codes. */
export const deleteCodeAttempts = (
  { db, clock }: Needs<'clock' | 'db'>,
  days = DEFAULT_RETENTION.attempts,
): Promise<void> => deleteOldCodeAttempts(db, new Date(clock.now().getTime() - days * DAY_MS))
