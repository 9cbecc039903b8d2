import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
import type { JobQueue } from '#src/core/jobs/queue.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import type { Retention } from '#src/core/rules/retention.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { written } from './rules/mail-body.ts'
import { isUrgent, type Message } from './rules/message.ts'
import { signedAt } from './signed-help.ts'
import {
  claimMessage,
  claimMessageToSend,
  deleteMessagesBefore,
  releaseMessage,
  saveMessageEnd,
} from './store/messages.ts'
import { deleteHelpBefore } from './store/support.ts'
import { mailSlot, renderMail } from './texts/message-text.ts'

/**
 * Queues a message in the caller's transaction. Returns false if a message with this key exists already. Keys use row
 * ids, not tokens, because tokens can be rotated. `startAfter` is in seconds. A code needs `now`, from which it expires.
 */
export const queueMessage = async (
  tx: Tx,
  jobs: JobQueue,
  key: string,
  message: Message,
  { now, ...options }: { startAfter?: number; now?: Date } = {},
): Promise<boolean> => {
  const messageId = await claimMessage(tx, key, message, now)
  if (messageId === null) return false
  const queue = message.kind === 'code' ? 'code-mail' : isUrgent(message) ? 'mail' : 'bulk-mail'
  await jobs.send(tx, queue, { messageId }, options)
  return true
}

/** Timeout of a claim, longer than a mail server may take. After a crash, the next attempt waits for it. */
const CLAIM_MS = 50_000

/**
 * Sends an outbox message, unless it was sent before. Claims it first, so duplicate jobs send it once. A permanently
 * refused recipient and a code that expired while it waited are recorded and not retried; other errors throw, and the job
 * retries. The Message-ID is the same in every attempt.
 */
export const sendMessage = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'mail' | 'publicUrl' | 'signedHelp' | 'supportEmail' | 'timezone' | 'vault'>,
  messageId: number,
): Promise<void> => {
  const { db, clock, timezone, supportEmail, vault } = app
  const now = clock.now()
  const message = await claimMessageToSend(db, messageId, now, new Date(now.getTime() + CLAIM_MS))
  if (message === 'busy') throw new Error(`message ${messageId} is being sent by another process`)
  if (!message) return
  if (message.kind === 'code' && now.getTime() - message.createdAt.getTime() >= CODE_MS)
    return saveMessageEnd(db, messageId, 'expiredAt', now)
  const content = renderMail(message, {
    date: (iso, language) => longDate(new Date(iso), timezone, language),
    supportEmail,
    open: vault.open,
    signedAt: (slot, language) => signedAt(app, slot, language),
  })
  const outcome = await app
    .mail({
      id: String(messageId),
      at: message.createdAt,
      to: message.recipient,
      ...('replyTo' in message ? { replyTo: message.replyTo } : {}),
      ...written(content),
    })
    .catch(async err => {
      await releaseMessage(db, messageId)
      throw err
    })
  await saveMessageEnd(db, messageId, outcome === 'refused' ? 'refusedAt' : 'sentAt', clock.now())
  await app.jobs.wakeMail()
  const slot = mailSlot(message)
  if (slot && outcome === 'sent') app.signedHelp.countSeen(slot)
}

/** Deletes old mail, requests for help and counts of pages without a token. */
export const deleteOldMessages = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { messages, help }: Pick<Retention, 'messages' | 'help'>,
): Promise<void> => {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  await deleteMessagesBefore(db, daysAgo(messages))
  await deleteHelpBefore(db, daysAgo(help))
}
