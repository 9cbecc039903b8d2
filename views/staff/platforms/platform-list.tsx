import { describeRejectedGrades } from '#src/lti/rules/grade.ts'
import type { ListedPlatform } from '#src/lti/send-grades.ts'
import { listPlatforms } from '#src/lti/send-grades.ts'
import { type Platform, PRESETS } from '#src/schools/rules/platform.ts'
import { platformSorts, platformStates } from '#src/schools/rules/platform-list.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { choiceFilter, stateFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'
import { TwoLines } from '../list/two-lines.tsx'
import { RejectedGrades } from '../rejected-grades.tsx'
import type { Rights } from '../staff-screen.ts'

const presetFilter = choiceFilter('preset', 'Type', Object.fromEntries(PRESETS.map(preset => [preset, preset])))

/** All LTI 1.3 platforms, with their switches. */
export const platformList = (rights: Rights): StaffList<ListedPlatform> => ({
  name: 'platforms',
  title: 'All platforms',
  path: paths.platforms,
  search: 'Domain, issuer or client ID',
  columns: [
    { head: 'Domain and issuer', value: p => p.domain, cell: p => <TwoLines below={p.issuer}>{p.domain}</TwoLines> },
    { head: 'Issuer', value: p => p.issuer, inFile: true },
    { head: 'Client ID', value: p => p.clientId },
    { head: 'Type', value: p => p.preset, minor: true },
    {
      head: 'State',
      value: p => (p.isActive ? 'on' : 'off'),
      cell: p => <State platform={p} canSwitch={rights.manage} />,
    },
    {
      head: 'Rejected grades',
      value: p => p.rejectedGrades && describeRejectedGrades(p.rejectedGrades),
      cell: p => <Rejected platform={p} canRetry={rights.change} />,
    },
    {
      head: 'Without cookies',
      value: p => (p.opensWithoutCookies ? 'on' : 'off'),
      cell: p => <WithoutCookies platform={p} canSwitch={rights.manage} />,
    },
  ],
  filters: [stateFilter(platformStates), presetFilter],
  sorts: platformSorts,
  empty: 'No platform matches.',
  holds: 'facts',
  find: listPlatforms,
})

const Rejected = ({ platform: p, canRetry }: { platform: ListedPlatform; canRetry: boolean }) =>
  p.rejectedGrades && (
    <RejectedGrades action={paths.platforms} fields={{ id: String(p.id) }} canRetry={canRetry}>
      {describeRejectedGrades(p.rejectedGrades)}
    </RejectedGrades>
  )

/** Shows if people can open launches of the platform, with the button that changes it. */
const State = ({ platform: { id, domain, isActive }, canSwitch }: { platform: Platform; canSwitch: boolean }) => {
  const state = <Badge tone={isActive ? 'good' : 'problem'}>{isActive ? 'on' : 'off'}</Badge>
  if (!canSwitch) return state
  const label = isActive ? 'Switch off…' : 'Switch on'
  return (
    <form method="post" action={paths.platforms} className="row">
      {state}
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" name="intent" value={isActive ? 'off' : 'on'} aria-label={`${label} ${domain}`}>
        {label}
      </Button>
    </form>
  )
}

/** Shows if people whose browser blocks cookies may open a launch by the button Continue. */
const WithoutCookies = ({ platform, canSwitch }: { platform: Platform; canSwitch: boolean }) => {
  const { id, domain, opensWithoutCookies: isOn } = platform
  const state = <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? 'on' : 'off'}</Badge>
  if (!canSwitch) return state
  return (
    <form method="post" action={paths.platforms} className="row">
      {state}
      <input type="hidden" name="id" value={id} />
      <Button
        look="quiet"
        name="intent"
        value={isOn ? 'cookieless_off' : 'cookieless_on'}
        aria-label={`${isOn ? 'Turn off' : 'Turn on'} launches without cookies from ${domain}`}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
    </form>
  )
}
