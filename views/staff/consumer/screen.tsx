import { describeRejectedGrades, retryMessages } from '#src/lti/rules/grade.ts'
import { type Consumer, consumerMessages } from '#src/schools/rules/consumer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { Facts } from '../../ui/facts.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { Confirm } from '../confirm.tsx'
import { History } from '../history.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { RejectedGrades } from '../rejected-grades.tsx'
import { readRetryNote } from '../retry-note.ts'
import { staffScreen } from '../staff-screen.ts'
import ConsumerForm from './consumer-form.island.tsx'
import { CreateForm } from './create-form.tsx'
import {
  type ConsumerPage,
  createConsumer,
  retryGrades,
  rotateSecret,
  settingsOf,
  showConsumer,
  undoUpdate,
  updateConsumer,
} from './load.ts'
import { schoolList } from './school-list.tsx'
import { RotateForm, Secret } from './secret.tsx'

/** Manage Consumer: finds an LTI 1.1 school by its key, creates it if missing, and changes its settings. */
export const consumerScreen = staffScreen<ConsumerPage>({
  path: [paths.manageConsumer, `${paths.manageConsumer}/:key`],
  nav: { group: 'Schools', label: 'Manage Consumer', hint: 'A school by LTI 1.1' },
  load: context =>
    csvOf(schoolList, context) ?? showConsumer(context, { feedback: readRetryNote(context, retryMessages) }),
  submit: {
    create: createConsumer,
    update: updateConsumer,
    rotate: rotateSecret,
    grades: retryGrades,
    undo: undoUpdate,
  },
  View: ({ data, site }) => (
    <OfficePage title="Manage Consumer" lead="Find or create a school that uses LTI 1.1.">
      <Lookup
        action={paths.manageConsumer}
        label="Key"
        name="key"
        defaultValue={data.key}
        problem={data.problems.key}
        button="Find"
        autoFocus={data.key === ''}
        resets={data.key !== ''}
      />
      <Feedback feedback={data.feedback} />
      {data.secret && data.byKey && <Secret consumerKey={data.byKey.key} secret={data.secret} site={site} />}
      {data.confirmation && (
        <Confirm confirmation={data.confirmation} action={hrefs.consumer(data.key)} back={hrefs.consumer(data.key)} />
      )}
      {data.confirmation ? null : data.byKey ? (
        <ConsumerDetails data={data} consumer={data.byKey} timezone={site.timezone} />
      ) : data.key ? (
        <CreateForm data={data} />
      ) : (
        data.list && <ListPanel list={schoolList} shown={data.list} timezone={site.timezone} />
      )}
    </OfficePage>
  ),
})

const ConsumerDetails = (given: {
  data: ConsumerPage
  consumer: NonNullable<ConsumerPage['byKey']>
  timezone: string
}) => {
  const { data, consumer } = given
  const before = settingsOf(consumer)
  return (
    <Beside>
      <div>
        <Panel title={consumer.name}>
          {consumer.isHosted && !data.hasCanvas && <Notice tone="problem">{consumerMessages.noCanvas}</Notice>}
          <Facts
            of={[
              ['Key', consumer.key],
              [
                'School',
                <a key="s" href={hrefs.schoolPage({ kind: 'consumer', id: consumer.id })}>
                  Courses, seats and launches
                </a>,
              ],
              ['Hosted by us', consumer.isHosted ? 'yes' : 'no'],
              [
                'Grades',
                data.rejectedGrades && (
                  <RejectedGrades
                    key="u"
                    action={hrefs.consumer(consumer.key)}
                    fields={{ key: consumer.key }}
                    canRetry={data.rights.change}
                  >
                    {describeRejectedGrades(data.rejectedGrades)}
                  </RejectedGrades>
                ),
              ],
              ...(data.rights.manage ? [] : readOnlySettings(consumer)),
            ]}
          />
          {data.rights.manage && (
            <Island
              of={ConsumerForm}
              props={{
                consumerKey: consumer.key,
                before,
                typed: data.typed ?? before,
                problems: data.problems,
              }}
            />
          )}
        </Panel>
        {data.rights.manage && <RotateForm consumerKey={consumer.key} />}
      </div>
      <History entries={data.history} timezone={given.timezone} />
    </Beside>
  )
}

/** Settings of a school, for staff who cannot change them. */
const readOnlySettings = (consumer: Consumer): [string, string | null][] => [
  ['Card payment', consumer.acceptsPayment ? 'on' : 'off'],
  ['Access code', consumer.acceptsAccessCode ? 'on' : 'off'],
  ['Email domain', consumer.emailDomain],
  ['K-12', consumer.isK12 ? 'yes' : 'no'],
  ['Yearly access', consumer.yearlyAccess ? 'yes' : 'no'],
  ['Sends grades', consumer.passesGrades ? 'yes' : 'no'],
]
