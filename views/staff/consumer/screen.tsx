import { describeRejectedGrades, retryMessages } from '#src/domain/grade.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { Said } from '../../ui/said.tsx'
import { Confirm } from '../confirm.tsx'
import { History } from '../history.tsx'
import { Lookup } from '../lookup.tsx'
import { retried } from '../retried.ts'
import { staffScreen } from '../staff-screen.ts'
import { Untaken } from '../untaken.tsx'
import ConsumerForm from './consumer-form.island.tsx'
import { CreateForm } from './create-form.tsx'
import {
  type ConsumerPage,
  createConsumer,
  retryGrades,
  rotateSecret,
  settingsOf,
  showConsumer,
  updateConsumer,
} from './load.ts'
import { RotateForm, Secret } from './secret.tsx'

/** Manage Consumer (spec §2, §4): find a school of LTI 1.1, make it if there is none, change what it accepts. */
export const consumerScreen = staffScreen<ConsumerPage>({
  path: [paths.manageConsumer, `${paths.manageConsumer}/:key`],
  nav: { group: 'Schools', label: 'Manage Consumer' },
  load: context => showConsumer(context, { saying: retried(context, retryMessages) }),
  submit: { create: createConsumer, update: updateConsumer, rotate: rotateSecret, grades: retryGrades },
  View: ({ data, site }) => (
    <OfficePage title="Manage Consumer" lead="Schools that launch by LTI 1.1.">
      <Lookup
        action={paths.manageConsumer}
        label="Key"
        name="key"
        defaultValue={data.key}
        problem={data.problems.key}
        button="Find"
        autoFocus={data.key === ''}
        resets
      />
      <Said saying={data.saying} />
      {data.secret && data.byKey && <Secret consumerKey={data.byKey.key} secret={data.secret} site={site} />}
      {data.asking && (
        <Confirm asking={data.asking} action={hrefs.consumer(data.key)} back={hrefs.consumer(data.key)} />
      )}
      {data.asking ? null : data.byKey ? (
        <Found data={data} consumer={data.byKey} timezone={site.timezone} />
      ) : data.key ? (
        <CreateForm data={data} />
      ) : (
        <All data={data} />
      )}
    </OfficePage>
  ),
})

const Found = (given: { data: ConsumerPage; consumer: NonNullable<ConsumerPage['byKey']>; timezone: string }) => {
  const { data, consumer } = given
  const before = settingsOf(consumer)
  return (
    <Beside>
      <div>
        <Panel title={consumer.name}>
          <Facts
            of={[
              ['Key', consumer.key],
              ['Hosted by us', consumer.isHosted ? 'yes' : 'no'],
              [
                'Grades',
                data.untaken && (
                  <Untaken
                    key="u"
                    action={hrefs.consumer(consumer.key)}
                    of={{ key: consumer.key }}
                    may={data.rights.change}
                  >
                    {describeRejectedGrades(data.untaken)}
                  </Untaken>
                ),
              ],
              ...(data.rights.manage
                ? []
                : ([
                    ['Card payment', consumer.acceptsPayment ? 'yes' : 'no'],
                    ['Access code', consumer.acceptsAccessCode ? 'yes' : 'no'],
                    ['Email domain', consumer.emailDomain],
                    ['K-12', consumer.isK12 ? (consumer.takesCardsK12 ? 'yes, with card payment' : 'yes') : 'no'],
                    ['Sends grades', consumer.passesGrades ? 'yes' : 'no'],
                  ] as [string, string | null][])),
            ]}
          />
          {data.rights.manage && (
            <Island
              of={ConsumerForm}
              props={{
                consumerKey: consumer.key,
                before,
                typed: data.typed ?? before,
                problem: data.problems.email_domain ?? null,
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

const All = ({ data }: { data: ConsumerPage }) => (
  <Panel title="All schools">
    <DataTable
      caption="All schools of LTI 1.1"
      head={['Name', 'Key', 'Card', 'Code', 'Email domain', 'K-12']}
      empty="No school yet. Type a key above to make the first one."
      rows={data.all.map(c => ({
        key: c.id,
        cells: [
          <a key="n" href={hrefs.consumer(c.key)}>
            {c.name}
          </a>,
          c.key,
          c.acceptsPayment ? 'yes' : 'no',
          c.acceptsAccessCode ? 'yes' : 'no',
          c.emailDomain ?? 'any',
          c.isK12 ? 'yes' : 'no',
        ],
      }))}
    />
  </Panel>
)
