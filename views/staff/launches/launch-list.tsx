import { shortTime } from '#src/core/rules/business-day.ts'
import { listLaunches } from '#src/lti/launch-log.ts'
import { type ListedLaunch, launchOutcomes, launchSorts, outcomeText } from '#src/lti/rules/launch-list.ts'
import { hrefs, paths } from '../../paths.ts'
import { choiceFilter, schoolFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'
import { Outcome } from './outcome.tsx'

/** All launches of the diary. */
export const launchList: StaffList<ListedLaunch> = {
  name: 'launches',
  title: 'Launches',
  path: paths.launches,
  search: 'Consumer key',
  columns: [
    {
      head: 'When',
      value: l => l.at.toISOString(),
      cell: (l, timezone) => <a href={hrefs.launches({ reference: l.reference })}>{shortTime(l.at, timezone)}</a>,
    },
    { head: 'Outcome', value: outcomeText, cell: l => <Outcome entry={l} /> },
    {
      head: 'School',
      value: l => l.school,
      cell: l => l.school ?? from(l),
    },
    { head: 'Key or issuer', value: from, inFile: true },
    { head: 'Course', value: l => l.contextId, inFile: true },
    { head: 'LTI', value: l => l.version, minor: true },
    { head: 'Reference', value: l => l.reference },
  ],
  filters: [schoolFilter, choiceFilter('outcome', 'Outcome', launchOutcomes)],
  sorts: launchSorts,
  empty: 'No launches match. Try other filters.',
  holds: 'facts',
  find: listLaunches,
}

/** Consumer key of a 1.1 launch, issuer of a 1.3 launch. */
function from({ consumerKey, issuer }: ListedLaunch): string {
  return consumerKey ?? issuer ?? 'unknown'
}
