import { shortTime } from '#src/core/rules/business-day.ts'
import { languageNames, languageOf } from '#src/core/rules/language.ts'
import { mailNames } from '#src/desk/rules/waiting-work.ts'
import { testMailStatus } from '#src/messages/contract.ts'
import { listMails, sendTestMail } from '#src/messages/mail-texts.ts'
import { testMailMessages, testMailRefusals } from '#src/messages/rules/mail-samples.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

type MailText = Awaited<ReturnType<typeof listMails>>[number]

interface MailTextsPage {
  mails: MailText[]
  rights: Rights
}

const load = async ({ app, staff }: StaffContext) =>
  page<MailTextsPage>({ mails: await listMails(app), rights: rightsOf(staff) }, { title: 'Mail Texts' })

const sendTest = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const sent = await sendTestMail(
    app,
    { sample: fields.sample ?? '', language: languageOf(fields.language) ?? 'en' },
    staff,
  )
  if (!sent.ok) return refused(sent.reason, testMailRefusals[sent.reason], testMailStatus[sent.reason])
  return done(paths.mailTexts, testMailMessages.sent(staff.email))
}

/** Mail Texts: each mail that the product sends, with an example of its text and a test. */
export const mailTextsScreen = staffScreen<MailTextsPage>({
  path: paths.mailTexts,
  nav: { section: 'System', label: 'Mail Texts' },
  load,
  submit: { test: sendTest },
  View: ({ data: { mails, rights }, site }) => (
    <OfficePage
      title="Mail Texts"
      lead="Read each mail that Signbook sends, in each language. The names and amounts are examples."
    >
      <div className="panel-grid">
        {mails.map(mail => (
          <Mail key={mail.kind} mail={mail} canTest={rights.change} timezone={site.timezone} />
        ))}
      </div>
    </OfficePage>
  ),
})

interface MailProps {
  mail: MailText
  canTest: boolean
  timezone: string
}

const names: Record<MailText['kind'], string> = {
  ...mailNames,
  ready: `${mailNames.ready}, for students`,
  'course-ready': `${mailNames['course-ready']}, for teachers`,
  'login-code': 'Login code of staff',
}

const Mail = ({ mail: { kind, texts, sent }, canTest, timezone }: MailProps) => (
  <Panel title={names[kind]} form>
    <Facts
      of={[
        ['Last sent', sent && (sent.lastSentAt ? shortTime(sent.lastSentAt, timezone) : 'not yet')],
        ['Sent', sent ? sentText(sent) : 'not counted'],
      ]}
    />
    {texts.map(text => (
      <TextOfMail key={`${text.sample} ${text.language}`} kind={kind} text={text} canTest={canTest} />
    ))}
  </Panel>
)

const sentText = ({ sent, isCapped }: NonNullable<MailText['sent']>): string =>
  isCapped ? `more than ${sent.toLocaleString('en')}` : sent.toLocaleString('en')

interface TextProps {
  kind: MailText['kind']
  text: MailText['texts'][number]
  canTest: boolean
}

const TextOfMail = ({ kind, text: { sample, language, subject, text }, canTest }: TextProps) => {
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
      {canTest && (
        <form method="post" action={paths.mailTexts}>
          <input type="hidden" name="sample" value={sample} />
          <input type="hidden" name="language" value={language} />
          <ActionButton
            intent="test"
            label="Send me a test"
            look="quiet"
            aria-label={`Send me a test: ${sample === kind ? names[kind] : subject}, ${name}`}
          />
        </form>
      )}
    </>
  )
}
