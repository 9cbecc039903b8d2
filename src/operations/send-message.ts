import { shortDate } from '../domain/business-day.ts'
import { letter } from '../domain/message.ts'
import { findUnsentMessage, saveSent } from '../store/queries/messages.ts'
import type { Deps } from './deps.ts'
import { asHtml } from './steps/letter-html.ts'

/** Sends one message of the outbox, unless it went out before. Its id makes a second try recognisable. */
export const sendMessage =
  (deps: Deps) =>
  async (messageId: number): Promise<void> => {
    const message = await findUnsentMessage(deps.db, messageId)
    if (!message) return
    const { settings } = deps
    const shown = {
      date: shortDate(new Date(message.kind === 'welcome' ? message.accessEndsAt : message.paidAt), settings.timezone),
      supportEmail: settings.supportEmail,
    }
    const written = letter(message, shown)
    await deps.mail({
      id: String(messageId),
      at: message.createdAt,
      to: message.recipient,
      ...written,
      html: asHtml(written),
    })
    await saveSent(deps.db, messageId, deps.clock.now())
  }
