import type { Message } from '../../domain/message.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Tx } from '../../store/db.ts'
import { claimMessage } from '../../store/queries/messages.ts'

/**
 * Queues a message in the caller's transaction. Returns false if a message with this key exists already. Keys use row
 * ids, not tokens, because tokens can be rotated.
 */
export const writeMessage = async (tx: Tx, jobs: JobQueue, key: string, message: Message): Promise<boolean> => {
  const messageId = await claimMessage(tx, key, message)
  if (messageId === null) return false
  await jobs.send(tx, 'mail', { messageId })
  return true
}
