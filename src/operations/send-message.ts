import { longDate } from '../domain/business-day.ts'
import { htmlBody, plainTextBody } from '../domain/letter.ts'
import { renderMail } from '../domain/message-words.ts'
import { claimMessageToSend, releaseMessage, saveRefused, saveSent } from '../store/queries/messages.ts'
import type { Deps } from './deps.ts'

/** Longer than a mail server may take; after a crash the next try waits for it. */
const SENDING_MS = 50_000

/**
 * Sends one message of the outbox, unless it went out before. It is claimed first: a job that was given twice, or to two
 * processes, sends once. An address that a mail server refuses for good is kept as refused and not tried again; all else
 * throws, and the job comes back. The message's id makes a second try after a crash recognisable.
 */
export const sendMessage =
  (deps: Deps) =>
  async (messageId: number): Promise<void> => {
    const { db, clock, settings, vault } = deps
    const now = clock.now()
    const message = await claimMessageToSend(db, messageId, now, new Date(now.getTime() + SENDING_MS))
    if (message === 'busy') throw new Error(`message ${messageId} is being sent`)
    if (!message) return
    const written = renderMail(message, {
      date: iso => longDate(new Date(iso), settings.timezone),
      supportEmail: settings.supportEmail,
      open: vault.open,
    })
    const outcome = await deps
      .mail({
        id: String(messageId),
        at: message.createdAt,
        to: message.recipient,
        ...('replyTo' in message ? { replyTo: message.replyTo } : {}),
        subject: written.subject,
        text: plainTextBody(written),
        html: htmlBody(written),
      })
      .catch(async err => {
        await releaseMessage(db, messageId)
        throw err
      })
    await (outcome === 'refused' ? saveRefused : saveSent)(db, messageId, clock.now())
  }
