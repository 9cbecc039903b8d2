import { shortTime, zoneName } from '#src/domain/business-day.ts'
import { type RefusalReason, refusals } from '#src/domain/launch-refusal.ts'
import { rowId } from '#src/domain/row-id.ts'
import type { Operations } from '#src/operations/index.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'
import { Zone } from '../zone.tsx'

type Entry = Awaited<ReturnType<Operations['listLaunches']>>[number]

interface LaunchesPage {
  reference: string
  key: string
  refusedOnly: boolean
  entries: Entry[]
  older: number | null
}

const PAGE = 100

/** The launch diary: what came from the schools' LMSs, and why it was refused, by the reference people quote. */
export const launchesScreen = staffScreen<LaunchesPage>({
  path: paths.launches,
  nav: { group: 'System', label: 'Launch diary' },
  load: async ({ operations, query }) => {
    const reference = (query.reference ?? '').trim()
    const key = (query.key ?? '').trim()
    const refusedOnly = query.refused === 'yes'
    const before = rowId(query.before) ?? undefined
    const filter = { reference, consumerKey: key, refusedOnly, before, most: PAGE + 1 }
    const entries = await operations.listLaunches(filter)
    const older = entries.length > PAGE ? (entries[PAGE - 1]?.id ?? null) : null
    const data = { reference, key, refusedOnly, entries: entries.slice(0, PAGE), older }
    return page(data, { title: 'Launch diary', status: reference && entries.length === 0 ? 404 : 200 })
  },
  View: ({ data, site }) => {
    const [only] = data.entries
    return (
      <OfficePage
        title="Launch diary"
        lead="Every launch of the last 30 days, good or refused, without anybody's data."
      >
        <Panel>
          <form method="get" action={paths.launches} className="row">
            <Field
              label="Reference"
              name="reference"
              hint="As it stands on the error page, like 7K4MQ-2XNRT"
              defaultValue={data.reference}
              problem={data.reference && !only ? 'No launch of the last 30 days has this reference' : undefined}
              maxLength={40}
              autoComplete="off"
            />
            <Field label="Consumer key" name="key" defaultValue={data.key} maxLength={200} autoComplete="off" />
            <Check label="Refused only" name="refused" value="yes" defaultChecked={data.refusedOnly} />
            <Button>Show</Button>
          </form>
        </Panel>
        {data.reference && only ? (
          <One entry={only} timezone={site.timezone} />
        ) : (
          <Panel>
            <Zone timezone={site.timezone} />
            <DataTable
              caption="Launches, the newest first"
              head={['When', 'Reference', 'LTI', 'From', 'Course', 'Outcome']}
              empty="No launch like this."
              rows={data.entries.map(e => ({
                key: e.id,
                cells: [
                  shortTime(e.at, site.timezone),
                  <a key="r" href={hrefs.launches({ reference: e.reference })}>
                    {e.reference}
                  </a>,
                  e.version,
                  e.consumerKey ?? e.issuer ?? 'not known',
                  e.contextId ?? '',
                  <Outcome key="o" outcome={e.outcome} />,
                ],
              }))}
            />
            {data.older && (
              <a
                href={hrefs.launches({
                  key: data.key || undefined,
                  refused: data.refusedOnly ? 'yes' : undefined,
                  before: String(data.older),
                })}
              >
                Older
              </a>
            )}
          </Panel>
        )}
      </OfficePage>
    )
  },
})

const refusalOf = (outcome: string) => (Object.hasOwn(refusals, outcome) ? refusals[outcome as RefusalReason] : null)

const Outcome = ({ outcome }: { outcome: string }) => {
  const refusal = refusalOf(outcome)
  return (
    <Badge tone={refusal ? 'problem' : 'good'}>
      {refusal ? refusal.title : outcome === 'checked' ? 'checked, opened nothing' : `opened ${outcome}`}
    </Badge>
  )
}

/** One launch, with the words that its people read: so that one can say the same to them. */
const One = ({ entry, timezone }: { entry: Entry; timezone: string }) => {
  const refusal = refusalOf(entry.outcome)
  return (
    <Panel title={entry.reference}>
      <Facts
        of={[
          ['Outcome', <Outcome key="o" outcome={entry.outcome} />],
          ['When', `${shortTime(entry.at, timezone)}, ${zoneName(timezone)}`],
          ['LTI', entry.version],
          ['Consumer key', entry.consumerKey && <a href={hrefs.consumer(entry.consumerKey)}>{entry.consumerKey}</a>],
          ['Issuer', entry.issuer],
          ['Client id', entry.clientId],
          ['Deployment', entry.deploymentId],
          ['School', entry.school],
          ['Course', entry.contextId && <a href={hrefs.course(entry.contextId)}>{entry.contextId}</a>],
          ['Clock of the LMS', entry.skewSeconds === null ? null : `${entry.skewSeconds} s from ours`],
          ['Detail', entry.detail],
        ]}
      />
      {refusal && (
        <>
          <h3>{refusal.what}</h3>
          <Facts
            of={[
              ['Student', refusal.student],
              ['Teacher', refusal.teacher],
              ['Administrator', refusal.administrator],
            ]}
          />
        </>
      )}
      {entry.baseString && (
        <details>
          <summary>What had to be signed</summary>
          <pre className="sample">{entry.baseString}</pre>
        </details>
      )}
      <details>
        <summary>Names of what it carried ({entry.parameters.length})</summary>
        <p className="sample">{entry.parameters.join(' ')}</p>
      </details>
    </Panel>
  )
}
