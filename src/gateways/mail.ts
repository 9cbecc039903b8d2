import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'

export interface Mail {
  /** Unique and stable: a message that is sent again after a crash carries the same one. */
  id: string
  at: Date
  to: string
  subject: string
  text: string
  html: string
}

/** Sends one message; throws when it could not be handed over. */
export type MailGateway = (mail: Mail) => Promise<void>

interface MailSettings {
  smtpUrl?: string | undefined
  from: string
}

/**
 * SMTP where it is set up; else one `.eml` a message in a folder, newest name last. nodemailer is loaded with the first
 * message: a start does not wait for it.
 */
export const makeMailGateway = ({ smtpUrl, from }: MailSettings, outbox: string, log: Log): MailGateway => {
  const compose = ({ id, at, to, subject, text, html }: Mail) => ({
    from,
    to,
    subject,
    text,
    html,
    date: at,
    messageId: `<${id}@signbook>`,
    textEncoding: 'quoted-printable' as const,
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
    }
  }
  return async mail => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(smtpUrl, {
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    } as object)
    await transport.sendMail(compose(mail)).finally(() => transport.close())
  }
}
