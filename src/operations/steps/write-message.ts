import type { Message } from '../../domain/message.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Tx } from '../../store/db.ts'
import { claimMessage } from '../../store/queries/messages.ts'

/**
 * Puts a message into the outbox and asks for it to be sent, in the transaction of what it tells of. False: one with this
 * key is there already, and nobody is written to twice. A key names a row by its id, never by a token: those change.
 */
export const writeMessage = async (tx: Tx, jobs: JobQueue, key: string, message: Message): Promise<boolean> => {
  const messageId = await claimMessage(tx, key, message)
  if (messageId === null) return false
  await jobs.send(tx, 'mail', { messageId })
  return true
}
