import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'

export interface Mail {
  /** Unique and stable: a message that is sent again after a crash carries the same one. */
  id: string
  at: Date
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
}

/** Whether a mail server refused the recipient for good (5xx): trying again would change nothing. */
const isRefused = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500 && responseCode < 600
}

/** Sends one message. 'refused': the mail server will never take it. Throws when it could not be handed over now. */
export type MailGateway = (mail: Mail) => Promise<'sent' | 'refused'>

interface MailSettings {
  smtpUrl?: string | undefined
  from: string
}

/**
 * SMTP where it is set up; else one `.eml` a message in a folder, newest name last. nodemailer is loaded with the first
 * message: a start does not wait for it.
 */
export const makeMailGateway = ({ smtpUrl, from }: MailSettings, outbox: string, log: Log): MailGateway => {
  // A Message-ID on the sender's own domain: others are taken for forged by some filters.
  const domain = from.match(/@([\w.-]+\w)/)?.[1] ?? 'signbook.example'
  const compose = ({ id, at, to, replyTo, subject, text, html }: Mail) => ({
    from,
    // As an object, so that nothing in it is read as a list or a name.
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
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const name = `${mail.at.toISOString().replaceAll(':', '-')}-${mail.id}.eml`
      await writeFile(join(outbox, `.${name}`), sent.message as Buffer)
      await rename(join(outbox, `.${name}`), join(outbox, name))
      log.info({ message: mail.id }, 'message written to the outbox folder')
      return 'sent'
    }
  }
  return async mail => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(smtpUrl, {
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    } as object)
    try {
      await transport.sendMail(compose(mail))
      return 'sent'
    } catch (err) {
      if (!isRefused(err)) throw err
      log.warn({ err, message: mail.id }, 'the mail server refuses this address')
      return 'refused'
    } finally {
      transport.close()
    }
  }
}
