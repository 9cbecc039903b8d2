import { longDate } from '#src/core/rules/business-day.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { type Language, languages } from '#src/core/rules/languages/language.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { htmlBody, type MailContent, plainTextBody } from './rules/mail-body.ts'
import { mailSamples, SAMPLE_CODE, type TestMailReason } from './rules/mail-samples.ts'
import type { Message } from './rules/message.ts'
import { renderMail } from './rules/message-text.ts'
import { signedAt } from './signed-at.ts'
import { findSentMail, type SentMail } from './store/messages.ts'

export interface MailText extends SentMail {
  kind: Message['kind']
  /** In each language that it is sent in. */
  texts: { language: Language; subject: string; text: string }[]
}

const renderSample = (deps: Deps, message: Message): MailContent =>
  renderMail(message, {
    date: (iso, language) => longDate(new Date(iso), deps.timezone, language),
    supportEmail: deps.supportEmail,
    open: () => SAMPLE_CODE,
    signedAt: signedAt(deps),
  })

/** Lists each mail that the product sends: an example of its text, when it was last sent, and to how many. */
export const listMails = (deps: Deps) => async (): Promise<MailText[]> => {
  const mails: MailText[] = []
  for (const kind of keysOf(mailSamples(deps.supportEmail, 'en'))) {
    const written = languages.map(language => renderSample(deps, mailSamples(deps.supportEmail, language)[kind]))
    const texts = written
      .filter(({ language }, index) => language === languages[index])
      .map(mail => ({ language: mail.language, subject: mail.subject, text: plainTextBody(mail) }))
    mails.push({ kind, texts, ...(await findSentMail(deps.db, kind)) })
  }
  return mails
}

/** Sends an example of a mail to the staff user who asks for it. It is not stored as a message. */
export const sendTestMail =
  (deps: Deps) =>
  async (
    { kind, language }: { kind: string; language: Language },
    by: Pick<Staff, 'id' | 'role' | 'email' | 'schools'>,
  ): Promise<{ ok: true } | Refused<TestMailReason>> => {
    demand(by, 'change')
    const message = Object.values(mailSamples(by.email, language)).find(sample => sample.kind === kind)
    if (!message) return refuse('mail_kind_unknown')
    const written = renderSample(deps, message)
    const at = deps.clock.now()
    const outcome = await deps
      .mail({
        id: `test-${kind}-${language}-${by.id}-${at.getTime()}`,
        at,
        to: by.email,
        subject: `Test: ${written.subject}`,
        text: plainTextBody(written),
        html: htmlBody(written),
      })
      .catch(err => {
        deps.log.warn({ err }, 'test mail could not be sent')
        return 'away' as const
      })
    if (outcome === 'away') return refuse('mail_away')
    return outcome === 'refused' ? refuse('mail_refused') : { ok: true }
  }
