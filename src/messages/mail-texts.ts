import type { Needs } from '#src/context.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { type Language, languages } from '#src/core/rules/language.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { type MailContent, plainTextBody, signInMail, written } from './rules/mail-body.ts'
import { LOGIN_CODE, mailSamples, otherSamples, SAMPLE_CODE, type TestMailReason } from './rules/mail-samples.ts'
import type { Message } from './rules/message.ts'
import { signedAt } from './signed-help.ts'
import { findSentMail, type SentMail } from './store/messages.ts'
import { renderMail } from './texts/message-text.ts'

interface MailText {
  kind: Message['kind'] | typeof LOGIN_CODE
  /** Each text of the kind, in each language that it is sent in. */
  texts: { sample: string; language: Language; subject: string; text: string }[]
  /** Null if it is not counted. */
  sent: SentMail | null
}

const samplesOf = (recipient: string, language: Language): { id: string; message: Message }[] => [
  ...Object.values(mailSamples(recipient, language)).map(message => ({ id: message.kind, message })),
  ...otherSamples(recipient, language),
]

const renderSample = (
  app: Needs<'publicUrl' | 'signedHelp' | 'supportEmail' | 'timezone'>,
  message: Message,
): MailContent =>
  renderMail(message, {
    date: (iso, language) => longDate(new Date(iso), app.timezone, language),
    supportEmail: app.supportEmail,
    open: () => SAMPLE_CODE,
    signedAt: (slot, language) => signedAt(app, slot, language),
  })

/** Renders a sample; null if there is none with this id. */
const writeSample = (
  app: Needs<'publicUrl' | 'signedHelp' | 'supportEmail' | 'timezone'>,
  id: string,
  to: { recipient: string; language: Language },
): MailContent | null => {
  if (id === LOGIN_CODE) return signInMail(SAMPLE_CODE, app.supportEmail)
  const found = samplesOf(to.recipient, to.language).find(sample => sample.id === id)
  return found ? renderSample(app, found.message) : null
}

/** Returns the text of a sample in a language, or nothing if it is not sent in it. */
const textsOf = (
  app: Needs<'publicUrl' | 'signedHelp' | 'supportEmail' | 'timezone'>,
  id: string,
  language: Language,
): MailText['texts'] => {
  const mail = writeSample(app, id, { recipient: app.supportEmail, language })
  return mail?.language === language ? [{ sample: id, language, subject: mail.subject, text: plainTextBody(mail) }] : []
}

/** Lists each mail that the product sends: an example of its text, when it was last sent, and to how many. */
export const listMails = async (
  app: Needs<'db' | 'publicUrl' | 'signedHelp' | 'supportEmail' | 'timezone'>,
): Promise<MailText[]> => {
  const mails: MailText[] = []
  for (const kind of keysOf(mailSamples(app.supportEmail, 'en'))) {
    const samples = samplesOf(app.supportEmail, 'en').filter(({ message }) => message.kind === kind)
    const texts = samples.flatMap(({ id }) => languages.flatMap(language => textsOf(app, id, language)))
    mails.push({ kind, texts, sent: await findSentMail(app.db, kind) })
  }
  mails.push({ kind: LOGIN_CODE, texts: textsOf(app, LOGIN_CODE, 'en'), sent: null })
  return mails
}

/** Sends an example of a mail to the staff user who asks for it. It is not stored as a message. */
export const sendTestMail = async (
  app: Needs<'clock' | 'log' | 'mail' | 'publicUrl' | 'signedHelp' | 'supportEmail' | 'timezone'>,
  { sample, language }: { sample: string; language: Language },
  by: Pick<Staff, 'id' | 'role' | 'email' | 'schools'>,
): Promise<{ ok: true } | Refused<TestMailReason>> => {
  demand(by, 'change')
  const content = writeSample(app, sample, { recipient: by.email, language })
  if (!content) return refuse('mail_kind_unknown')
  const at = app.clock.now()
  const outcome = await app
    .mail({
      id: `test-${sample}-${language}-${by.id}-${at.getTime()}`,
      at,
      to: by.email,
      ...written({ ...content, subject: `Test: ${content.subject}` }),
    })
    .catch(err => {
      app.log.warn({ err }, 'test mail could not be sent')
      return 'away' as const
    })
  if (outcome === 'away') return refuse('mail_away')
  return outcome === 'refused' ? refuse('mail_refused') : { ok: true }
}
