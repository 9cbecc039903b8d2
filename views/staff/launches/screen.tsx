import { shortTime, zoneName } from '#src/core/rules/business-day.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { refusals } from '#src/lti/rules/launch-refusal.ts'
import type { Modules } from '#src/modules.ts'
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
import { TimeZoneNote } from '../time-zone-note.tsx'

type Entry = Awaited<ReturnType<Modules['lti']['listLaunches']>>[number]

interface LaunchesPage {
  reference: string
  key: string
  refusedOnly: boolean
  entries: Entry[]
  older: number | null
}

const PAGE_SIZE = 100

/** Launch diary: recent launches and why some were refused, found by the reference on the error page. */
export const launchesScreen = staffScreen<LaunchesPage>({
  path: paths.launches,
  nav: { group: 'System', label: 'Launch Diary' },
  load: async ({ modules, query }) => {
    const reference = (query.reference ?? '').trim()
    const key = (query.key ?? '').trim()
    const refusedOnly = query.refused === 'yes'
    const before = rowId(query.before) ?? undefined
    const filter = { reference, consumerKey: key, refusedOnly, before, most: PAGE_SIZE + 1 }
    const entries = await modules.lti.listLaunches(filter)
    const older = entries.length > PAGE_SIZE ? (entries[PAGE_SIZE - 1]?.id ?? null) : null
    const data = { reference, key, refusedOnly, entries: entries.slice(0, PAGE_SIZE), older }
    return page(data, { title: 'Launch Diary', status: reference && entries.length === 0 ? 404 : 200 })
  },
  View: ({ data, site }) => {
    const [only] = data.entries
    return (
      <OfficePage
        title="Launch Diary"
        lead="See every launch of the last 30 days, accepted or refused. Personal data is left out."
      >
        <Panel>
          <form method="get" action={paths.launches} className="row">
            <Field
              label="Reference"
              name="reference"
              hint="Copy it from the error page, like 7K4MQ-2XNRT"
              defaultValue={data.reference}
              problem={data.reference && !only ? 'No launch in the last 30 days has this reference' : undefined}
              maxLength={40}
              autoComplete="off"
            />
            <Field label="Consumer key" name="key" defaultValue={data.key} maxLength={200} autoComplete="off" />
            <Check label="Only refused launches" name="refused" value="yes" defaultChecked={data.refusedOnly} />
            <Button>Show</Button>
          </form>
        </Panel>
        {data.reference && only ? (
          <LaunchDetails entry={only} timezone={site.timezone} />
        ) : (
          <Panel>
            <TimeZoneNote timezone={site.timezone} />
            <DataTable
              caption="Launches, newest first"
              head={['When', 'Reference', 'LTI', 'From', 'Course', 'Outcome']}
              empty="No launches match. Try other filters."
              rows={data.entries.map(e => ({
                key: e.id,
                cells: [
                  shortTime(e.at, site.timezone),
                  <a key="r" href={hrefs.launches({ reference: e.reference })}>
                    {e.reference}
                  </a>,
                  e.version,
                  e.consumerKey ?? e.issuer ?? 'unknown',
                  e.contextId ?? '',
                  <Outcome key="o" entry={e} />,
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
                Show older launches
              </a>
            )}
          </Panel>
        )}
      </OfficePage>
    )
  },
})

/** Labels of launches that were not refused. */
const outcomes: Record<string, string> = {
  checked: 'checked, no page opened',
  pay: 'opened the payment page',
  teacher: 'opened the teacher page',
  wts: 'opened the dictionary',
  observer: 'opened the observer page',
  deep_link: 'opened the choice of links',
  asked: 'asked to press Continue',
}

/** The ways in which a browser shows that it began a 1.3 launch. */
const bindings: Record<NonNullable<Entry['binding']>, string> = {
  cookie: 'returned our cookie',
  storage: 'used the storage of the LMS',
  click: 'blocks cookies; the person pressed Continue',
}

const refusalOf = (outcome: string) => (isKeyOf(refusals, outcome) ? refusals[outcome] : null)

const Outcome = ({ entry: { outcome, binding } }: { entry: Entry }) => {
  const refusal = refusalOf(outcome)
  if (refusal) return <Badge tone="problem">{refusal.title}</Badge>
  const opened = outcomes[outcome] ?? outcome
  return (
    <Badge tone={outcome === 'asked' ? 'plain' : 'good'}>
      {binding === 'click' ? `${opened}, by Continue` : opened}
    </Badge>
  )
}

/** One launch, with the advice that its error page gave, so that staff can repeat it. */
const LaunchDetails = ({ entry, timezone }: { entry: Entry; timezone: string }) => {
  const refusal = refusalOf(entry.outcome)
  return (
    <Panel title={entry.reference}>
      <Facts
        of={[
          ['Outcome', <Outcome key="o" entry={entry} />],
          ['When', `${shortTime(entry.at, timezone)}, ${zoneName(timezone)}`],
          ['LTI', entry.version],
          ['Consumer key', entry.consumerKey && <a href={hrefs.consumer(entry.consumerKey)}>{entry.consumerKey}</a>],
          ['Issuer', entry.issuer],
          ['Client ID', entry.clientId],
          ['Deployment', entry.deploymentId],
          ['School', entry.school],
          ['Course', entry.contextId && <a href={hrefs.course(entry.contextId)}>{entry.contextId}</a>],
          ['LMS clock', entry.skewSeconds === null ? null : `${entry.skewSeconds} s from ours`],
          ['Browser', entry.binding && bindings[entry.binding]],
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
          <summary>Signature base string</summary>
          <pre className="sample">{entry.baseString}</pre>
        </details>
      )}
      <details>
        <summary>Parameter names ({entry.parameters.length})</summary>
        <p className="sample">{entry.parameters.join(' ')}</p>
      </details>
    </Panel>
  )
}
