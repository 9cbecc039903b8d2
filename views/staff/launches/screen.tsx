import { findLaunch } from '#src/lti/launch-log.ts'
import type { ListedLaunch } from '#src/lti/rules/launch-list.ts'
import { paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import { type Launch, LaunchDetails } from './launch-details.tsx'
import { launchList } from './launch-list.tsx'

interface LaunchesPage {
  reference: string
  launch: Launch | null
  list: ShownList<ListedLaunch>
}

/** Launch diary: recent launches and why some were refused, found by the reference on the error page. */
export const launchesScreen = staffScreen<LaunchesPage>({
  path: paths.launches,
  nav: { group: 'System', label: 'Launch Diary', hint: 'What opened, what failed' },
  load: async context => {
    const file = csvOf(launchList, context)
    if (file) return file
    const reference = (context.query.reference ?? '').trim()
    const launch = reference ? await findLaunch(context.app, reference) : null
    const data = { reference, launch, list: await loadList(launchList, context) }
    return page(data, { title: 'Launch Diary', status: reference && !launch ? 404 : 200 })
  },
  View: ({ data: { reference, launch, list }, site }) => (
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
      {launch && <LaunchDetails entry={launch} timezone={site.timezone} />}
      <TimeZoneNote timezone={site.timezone} />
      <ListPanel list={launchList} shown={list} timezone={site.timezone} />
    </OfficePage>
  ),
})
