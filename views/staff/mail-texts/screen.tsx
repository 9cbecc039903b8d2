import { languageNames, languageOf } from '#src/core/rules/language.ts'
import { mailNames } from '#src/desk/rules/waiting-work.ts'
import { testMailStatus } from '#src/messages/contract.ts'
import { listMails, sendTestMail } from '#src/messages/mail-texts.ts'
import { testMailMessages, testMailRefusals } from '#src/messages/rules/mail-samples.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { PostButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen, useRights } from '../staff-screen.ts'

type MailText = Awaited<ReturnType<typeof listMails>>[number]

const sendTest = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const test = { sample: fields.sample ?? '', language: languageOf(fields.language) ?? 'en' }
  const sent = await sendTestMail(app, test, staff)
  if (!sent.ok) return refused(sent.reason, testMailRefusals[sent.reason], testMailStatus[sent.reason])
  return done(paths.mailTexts, testMailMessages.sent(staff.email))
}

/** Mail Texts: each mail that the product sends, with an example of its text and a test. */
export const mailTextsScreen = staffScreen({
  path: paths.mailTexts,
  nav: { section: 'System', label: 'Mail Texts' },
  load: async ({ app }) => page(await listMails(app), { title: 'Mail Texts' }),
  submit: { test: sendTest },
  View: ({ data: mails }) => (
    <OfficePage
      title="Mail Texts"
      lead="Read each mail that Signbook sends, in each language. The names and amounts are examples."
    >
      <div className="panel-grid">
        {mails.map(mail => (
          <Mail key={mail.kind} {...mail} />
        ))}
      </div>
    </OfficePage>
  ),
})

const names: Record<MailText['kind'], string> = {
  ...mailNames,
  ready: `${mailNames.ready}, for students`,
  'course-ready': `${mailNames['course-ready']}, for teachers`,
  'login-code': 'Login code of staff',
}

const Mail = ({ kind, texts, sent }: MailText) => {
  const { time } = useDates()
  return (
    <Panel title={names[kind]} form>
      <Facts
        of={[
          ['Last sent', sent && (sent.lastSentAt ? time(sent.lastSentAt) : 'not yet')],
          ['Sent', sent ? sentText(sent) : 'not counted'],
        ]}
      />
      {texts.map(text => (
        <TextOfMail key={`${text.sample} ${text.language}`} kind={kind} {...text} />
      ))}
    </Panel>
  )
}

const sentText = ({ sent, isCapped }: NonNullable<MailText['sent']>): string =>
  isCapped ? `more than ${sent.toLocaleString('en')}` : sent.toLocaleString('en')

const TextOfMail = ({ kind, sample, language, subject, text }: Pick<MailText, 'kind'> & MailText['texts'][number]) => {
  const name = languageNames[language]
  return (
    <>
      <details>
        <summary>
          {name}: <span lang={language}>{subject}</span>
        </summary>
        <pre className="mail-text" lang={language}>
          {text}
        </pre>
      </details>
      {useRights().change && (
        <PostButton
          to={paths.mailTexts}
          fields={{ sample, language }}
          intent="test"
          label="Send me a test"
          aria-label={`Send me a test: ${sample === kind ? names[kind] : subject}, ${name}`}
        />
      )}
    </>
  )
}
