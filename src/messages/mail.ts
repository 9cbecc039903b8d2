import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addAnswerTime, countCall } from '#src/core/event-counts.ts'
import { makeFolder } from '#src/core/folders.ts'
import type { Log } from '#src/core/log.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { MailAway } from '#src/core/rules/outcome.ts'

export interface Mail {
  /** Unique and stable: a retry after a crash sends the same id. */
  id: string
  at: Date
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** Connections of one process to the mail server. Providers limit them. */
const MAX_CONNECTIONS = 5
/** An unused connection is closed after this time, before servers and firewalls drop it without a word. */
const IDLE_MS = 20_000
/** For one message. Less than the claim of a message lasts (`messages.ts`). */
const SEND_MS = 40_000

/** Returns true if the mail server rejected the recipient permanently (5xx). */
const isRefused = (error: unknown): boolean => {
  const { code, responseCode } = recordOf(error)
  return code === 'EENVELOPE' && /^5\d\d$/.test(String(responseCode))
}

/** Errors of a connection, in the words of nodemailer. Others, like EENVELOPE and EMESSAGE, are about one message. */
const CONNECTION_ERRORS = ['EAUTH', 'ECONNECTION', 'EDNS', 'EPROTOCOL', 'ESOCKET', 'ETIMEDOUT', 'ETLS']

/** Returns true if the mail server did not answer, rejects our login, or is closing (421): no mail can be sent now. */
const isAway = (error: unknown): boolean => {
  const { code, responseCode } = recordOf(error)
  return responseCode === 421 || CONNECTION_ERRORS.some(each => each === code)
}

/** Returns the HTTP status that says the same as an SMTP error; null without an answer. */
const statusOf = (error: unknown): number | null => {
  const { code, responseCode } = recordOf(error)
  if (code === 'EAUTH') return 401
  if (typeof responseCode !== 'number') return null
  return responseCode >= 500 ? 400 : 503
}

/** Sends one message: 'refused' if the server rejects the recipient for good. Throws if a retry may succeed. */
export type MailGateway = (mail: Mail) => Promise<'sent' | 'refused'>

type MailSettings = { smtpUrl?: string | undefined; from: string }

/**
 * Sends mail by SMTP, over a few connections that are used again. Without an SMTP URL, writes one `.eml` file per message to the outbox folder; names sort by time.
 * Loads nodemailer on first use, to keep server start fast.
 */
export const makeMailGateway = ({ smtpUrl, from }: MailSettings, outbox: string, log: Log): MailGateway => {
  // The Message-ID uses the sender's domain. Some spam filters reject others.
  const domain = from.match(/@([\w.-]+\w)/)?.[1] ?? 'signbook.example'
  const compose = ({ id, at, to, replyTo, subject, text, html }: Mail) => ({
    from,
    // An object, so that the address is not parsed as a list or a display name.
    to: { address: to, name: '' },
    replyTo,
    subject,
    text,
    html,
    date: at,
    messageId: `<signbook-${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  if (!smtpUrl) {
    return async mail => {
      const { createTransport } = await import('nodemailer')
      const sent = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(
        compose(mail),
      )
      await writeToOutbox(outbox, mail, 'eml', sent.message)
      log.info({ message: mail.id }, 'message written to the outbox folder')
      return 'sent'
    }
  }
  let connected: ReturnType<typeof connect> | undefined
  return async mail => {
    connected ??= connect(smtpUrl)
    const transport = await connected
    const began = performance.now()
    try {
      await transport.sendMail({ ...compose(mail), signal: AbortSignal.timeout(SEND_MS) })
      countCall('mail', 200)
      return 'sent'
    } catch (err) {
      countCall('mail', statusOf(err))
      if (isAway(err)) throw new MailAway(err instanceof Error ? err.message : 'no answer', { cause: err })
      if (!isRefused(err)) throw err
      log.warn({ err, message: mail.id }, 'mail refused: invalid recipient')
      return 'refused'
    } finally {
      addAnswerTime('mail', performance.now() - began)
    }
  }
}

/** Writes a message under a name that sorts by time, at once whole. */
export const writeToOutbox = async (
  outbox: string,
  { id, at }: { id: string; at: Date },
  ending: 'eml' | 'txt',
  content: Parameters<typeof writeFile>[1],
): Promise<void> => {
  await makeFolder(outbox)
  const name = `${at.toISOString().replaceAll(':', '-')}-${id}.${ending}`
  await writeFile(join(outbox, `.${name}`), content, { mode: 0o600 })
  await rename(join(outbox, `.${name}`), join(outbox, name))
}

const connect = async (url: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    // For a connection that the server closed while it was unused.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
}
