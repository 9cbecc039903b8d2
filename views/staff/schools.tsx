import type { ReactNode } from 'react'
import { END_DATE_LINES } from '#src/lti/rules/launch-course.ts'
import { previewSecretRotation, rotateConsumerSecret } from '#src/schools/consumers.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { consumerMessages, consumerRefusals, describeSecretRotation } from '#src/schools/rules/consumer.ts'
import type { DeploymentStatus } from '#src/schools/rules/deployment.ts'
import {
  type SchoolSettings,
  type SchoolSwitches,
  switchesOf,
  switchesTicked,
  type TypedSettings,
} from '#src/schools/rules/school.ts'
import { type ListedSchool, schoolSorts } from '#src/schools/rules/school-facts.ts'
import { listSchools } from '#src/schools/schools.ts'
import { askFirst, done, refused } from '../answer.ts'
import { paths } from '../paths.ts'
import type { Fields, Form, LocalPath, Site } from '../screen.ts'
import { ActionButton } from '../ui/button.tsx'
import { Badge, Copied, Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/office-page.tsx'
import type { StaffList } from './list/staff-list.ts'
import type { StaffContext } from './staff-screen.ts'

interface SchoolPicker {
  /** Address of the page with the list. */
  path: LocalPath
  title: string
  /** The link or button that chooses a school. */
  choose(school: ListedSchool): ReactNode
}

/** A list to find one of many schools in, by name, key or domain. */
export const schoolPicker = ({ path, title, choose }: SchoolPicker): StaffList<ListedSchool> => ({
  name: 'schools',
  title,
  path,
  search: 'Name, key or domain',
  columns: [
    { head: 'School', value: s => s.name },
    { head: 'Key or domain', value: s => [...s.keys, ...s.domains].join(', '), minor: true },
    { head: 'Courses', value: s => s.courses, figure: true },
    { head: 'Choose', value: () => null, cell: choose },
  ],
  filters: [],
  sorts: schoolSorts,
  empty: 'No school matches.',
  holds: 'facts',
  find: listSchools,
})

/** Returns the settings of a school as its form shows them. */
export const typedSettings = ({ name, emailDomain, ...school }: SchoolSettings): TypedSettings => ({
  ...switchesOf(school),
  name,
  emailDomain: emailDomain ?? '',
  addsUnitColumns: school.addsUnitColumns,
})

/** Reads the form. Without a name, it stays as before. */
export const settingsIn = (fields: Fields, before: TypedSettings): TypedSettings => ({
  ...switchesTicked(field => fields[field] === 'yes'),
  name: fields.name ?? before.name,
  emailDomain: fields.email_domain ?? '',
  addsUnitColumns: fields.adds_unit_columns === 'yes',
})

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off')
const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/** Lists the settings as facts. */
export const settingFacts = (school: SchoolSwitches & { emailDomain: string | null }): [string, string][] => [
  ['Card payment', onOff(school.acceptsPayment)],
  ['Access code', onOff(school.acceptsAccessCode)],
  ['Email domain', school.emailDomain ?? 'any'],
  ['K-12', yesNo(school.isK12)],
  ['Yearly access', yesNo(school.yearlyAccess)],
  ['Sends grades', yesNo(school.passesGrades)],
]

const refuse = (reason: 'consumer_not_found' | 'reason_required') =>
  refused(reason, consumerRefusals[reason], schoolStatus[reason])

/**
 * Makes a new secret for the key that the form names, and leads to `to`, which shows it once. Asks for confirmation
 * first, because the school's administrator must enter the new secret.
 */
export const rotateSecret = async ({ app, staff }: StaffContext, form: Form, to: LocalPath) => {
  const key = (form.fields.key ?? '').trim()
  const preview = await previewSecretRotation(app, key, staff)
  if (!preview) return refuse('consumer_not_found')
  const question = {
    title: 'Make a new secret?',
    says: describeSecretRotation(preview),
    button: 'Make a new secret',
    isDangerous: true,
    needsReason: true,
  }
  return askFirst(form, question, async ({ reason }) => {
    const result = await rotateConsumerSecret(app, key, staff, reason)
    if (!result.ok) return refuse(result.reason)
    return done(to, consumerMessages.rotated, { shows: { key, secret: result.secret } })
  })
}

/** Values that the school enters in its LMS. The secret is shown only here. */
export const Secret = ({ consumerKey, secret, site }: { consumerKey: string; secret: string; site: Site }) => (
  <Panel title="Send to the school's administrator" form>
    <Notice tone="plain">Copy the secret now. You won't see it again.</Notice>
    <Facts
      of={[
        ['Launch URL', <Copied key="u">{site.publicUrl + paths.launch}</Copied>],
        ['Consumer key', <Copied key="k">{consumerKey}</Copied>],
        ['Shared secret', <Copied key="s">{secret}</Copied>],
        ['Cartridge for Canvas and Moodle', <Copied key="c">{site.publicUrl + paths.configXml}</Copied>],
        ['Custom parameters, one a line', <Copied key="p">{END_DATE_LINES}</Copied>],
      ]}
    />
  </Panel>
)

/** The button that asks for a new secret. The page `action` makes it. */
export const RotateForm = ({ action, consumerKey }: { action: string; consumerKey: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name="key" value={consumerKey} />
    <ActionButton intent="rotate" label="Make a new secret…" look="quiet" />
  </form>
)

const tones = { approved: 'good', waiting: 'plain', refused: 'problem' } as const

/** Says if people can open launches of a deployment. */
export const DeploymentState = ({ status }: { status: DeploymentStatus }) => (
  <Badge tone={tones[status]}>{status}</Badge>
)
