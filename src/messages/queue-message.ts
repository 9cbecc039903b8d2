import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { isUrgent, type Message } from './rules/message.ts'
import { claimMessage } from './store/messages.ts'

/**
 * Queues a message in the caller's transaction. Returns false if a message with this key exists already. Keys use row
 * ids, not tokens, because tokens can be rotated. `startAfter` is in seconds.
 */
export const queueMessage = async (
  tx: Tx,
  jobs: JobQueue,
  key: string,
  message: Message,
  options: { startAfter?: number } = {},
): Promise<boolean> => {
  const messageId = await claimMessage(tx, key, message)
  if (messageId === null) return false
  await jobs.send(tx, isUrgent(message) ? 'mail' : 'bulk-mail', { messageId }, options)
  return true
}
