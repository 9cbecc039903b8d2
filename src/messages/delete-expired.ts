import type { Needs } from '#src/context.ts'
import type { Retention } from '#src/core/rules/retention.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { deleteMessagesBefore } from './store/messages.ts'
import { deleteHelpBefore } from './store/support.ts'

/** Deletes old mail, requests for help and counts of pages without a token. */
export const deleteOldMessages = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { messages, help }: Pick<Retention, 'messages' | 'help'>,
): Promise<void> => {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  await deleteMessagesBefore(db, daysAgo(messages))
  await deleteHelpBefore(db, daysAgo(help))
}
