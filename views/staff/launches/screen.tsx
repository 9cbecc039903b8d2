import { zoneName } from '#src/core/rules/business-day.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { findLaunch, listLaunchRows } from '#src/lti/launch-diary.ts'
import {
  type LaunchBinding,
  type ListedLaunch,
  launchOutcomes,
  launchSorts,
  outcomeText,
  refusals,
} from '#src/lti/rules/launch-refusals.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Badge, Facts, linkTo } from '../../ui/facts.tsx'
import { OfficePage, Panel, Time, useDates } from '../../ui/office-page.tsx'
import { TimeZoneNote } from '../history.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { choiceFilter, csvOf, loadList, type StaffList, schoolFilter } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { staffScreen } from '../staff-screen.ts'

/** Launch diary: recent launches and why some were refused, found by the reference on the error page. */
export const launchesScreen = staffScreen({
  path: paths.launches,
  nav: { section: 'Connections', label: 'Launch Diary' },
  load: async context => {
    const file = csvOf(launchList, context)
    if (file) return file
    const reference = (context.query.reference ?? '').trim()
    const launch = reference ? await findLaunch(context.app, reference) : null
    const data = { reference, launch, list: await loadList(launchList, context) }
    return page(data, { title: 'Launch Diary', status: reference && !launch ? 404 : 200 })
  },
  View: ({ data: { reference, launch, list } }) => (
    <OfficePage
      title="Launch Diary"
      lead="See every launch of the last 30 days, accepted or refused. Personal data is left out."
    >
      <Lookup
        action={paths.launches}
        label="Reference"
        name="reference"
        hint="Copy it from the error page, like 7K4MQ-2XNRT"
        defaultValue={reference}
        problem={reference && !launch ? 'No launch in the last 30 days has this reference' : undefined}
        button="Show"
      />
      {launch && <LaunchDetails entry={launch} />}
      <TimeZoneNote />
      <ListPanel list={launchList} shown={list} />
    </OfficePage>
  ),
})

/** All launches of the diary, which holds no personal data. */
const launchList: StaffList<ListedLaunch> = {
  name: 'launches',
  title: 'Launches',
  path: paths.launches,
  search: 'Consumer key',
  columns: [
    {
      head: 'When',
      value: l => l.at.toISOString(),
      cell: l => (
        <a href={hrefs.launches({ reference: l.reference })}>
          <Time at={l.at} />
        </a>
      ),
    },
    { head: 'Outcome', value: outcomeText, cell: l => <Outcome entry={l} /> },
    { head: 'School', value: l => l.school, cell: l => l.school ?? from(l) },
    { head: 'Key or issuer', value: from, inFile: true },
    { head: 'Course', value: l => l.contextId, inFile: true },
    { head: 'LTI', value: l => l.version, minor: true },
    { head: 'Reference', value: l => l.reference },
  ],
  filters: [schoolFilter, choiceFilter('outcome', 'Outcome', launchOutcomes)],
  sorts: launchSorts,
  empty: 'No launches match. Try other filters.',
  holds: 'facts',
  find: ({ db }, query) => listLaunchRows(db, query),
}

/** Consumer key of a 1.1 launch, issuer of a 1.3 launch. */
function from({ consumerKey, issuer }: ListedLaunch): string {
  return consumerKey ?? issuer ?? 'unknown'
}

type Launch = NonNullable<Awaited<ReturnType<typeof findLaunch>>>

/** The ways in which a browser shows that it began a 1.3 launch. */
const bindings: Record<LaunchBinding, string> = {
  cookie: 'returned our cookie',
  storage: 'used the storage of the LMS',
  click: 'blocks cookies; the person pressed Continue',
}

/** One launch, with the advice that its error page gave, so that staff can repeat it. */
const LaunchDetails = ({ entry }: { entry: Launch }) => {
  const { time, timezone } = useDates()
  const refusal = isKeyOf(refusals, entry.outcome)
    ? { ...refusals[entry.outcome], ...refusalText(entry.outcome, 'en') }
    : null
  return (
    <Panel title={entry.reference}>
      <Facts
        of={[
          ['Outcome', <Outcome key="o" entry={entry} />],
          ['When', `${time(entry.at)}, ${zoneName(timezone)}`],
          ['LTI', entry.version],
          ['Consumer key', entry.consumerKey && <a href={hrefs.consumer(entry.consumerKey)}>{entry.consumerKey}</a>],
          ['Issuer', entry.issuer],
          ['Client ID', entry.clientId],
          ['Deployment', entry.deploymentId],
          [
            'School',
            entry.schoolId === null
              ? entry.school
              : linkTo(hrefs.schoolPage(entry.schoolId), entry.school ?? 'Open its page'),
          ],
          ['Course', entry.contextId && linkTo(courseHref(entry), entry.contextId)],
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

/** The course's page; for one we do not know, the search by its id. */
const courseHref = ({ courseId, contextId }: Launch): string =>
  courseId === null ? hrefs.course(contextId ?? '') : hrefs.coursePage(courseId)

/** Badge that says what a launch led to. */
const Outcome = ({ entry }: { entry: Pick<ListedLaunch, 'outcome' | 'binding'> }) => {
  const tone = isKeyOf(refusals, entry.outcome) ? 'problem' : entry.outcome === 'asked' ? 'plain' : 'good'
  return <Badge tone={tone}>{outcomeText(entry)}</Badge>
}
