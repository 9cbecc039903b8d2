import { shortDate } from '../domain/business-day.ts'
import { type Letter, letter } from '../domain/message.ts'
import { findUnsentMessage, saveSent } from '../store/queries/messages.ts'
import type { Deps } from './deps.ts'

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

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The plain text as HTML: paragraphs, and addresses as links. */
const asHtml = ({ subject, text }: Letter): string => {
  const safe = (s: string) => s.replace(/[&<>]/g, c => escapes[c] ?? c)
  const paragraphs = text
    .split('\n\n')
    .map(p => `<p>${safe(p).replace(/https:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`)}</p>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safe(subject)}</title></head><body>${paragraphs.join('')}</body></html>`
}
