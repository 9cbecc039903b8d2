import { findStaffPlatform, listPlatformRows, type PlatformSwitched, switchPlatform } from '#src/schools/platforms.ts'
import { listInvitations } from '#src/schools/registrations.ts'
import {
  describeSwitchOff,
  type Platform,
  platformMessages,
  platformSorts,
  platformStates,
  presetNames,
} from '#src/schools/rules/platform.ts'
import { askFirst, done } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { PostButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/facts.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { ListPanel, TwoLines } from '../list/list-panel.tsx'
import { csvOf, loadList, type StaffList, stateFilter } from '../list/staff-list.ts'
import { formId, rightsOf, type StaffContext, staffScreen, urlParam, useRights } from '../staff-screen.ts'
import { Invitation, InviteForm, invite, refuse, revoke, WaitingInvitations } from './invitations.tsx'

const load = async (context: StaffContext) =>
  page(
    {
      /** Name of the school to invite, from a link. */
      invites: urlParam(context, 'note'),
      invitations: rightsOf(context.staff).manage ? await listInvitations(context.app, context.staff) : [],
      list: await loadList(platformList, context),
    },
    { title: 'Platforms' },
  )

const switched = (result: PlatformSwitched) =>
  result.ok
    ? done(paths.platforms, platformMessages.switched(result.platform.domain, result.platform.isActive))
    : refuse(result.reason)

const turnOn = async ({ app, staff }: StaffContext, form: Form) =>
  switched(await switchPlatform(app, formId(form), { isActive: true }, staff))

/** Asks for confirmation first, because a whole school loses access. */
const turnOff = async ({ app, staff }: StaffContext, form: Form) => {
  const found = await findStaffPlatform(app, formId(form), staff)
  if (!found) return refuse('platform_not_found')
  const question = {
    title: `Switch off ${found.platform.domain}?`,
    says: describeSwitchOff(found.platform.domain, found.reach),
    button: 'Switch off',
    isDangerous: true,
    needsReason: true,
  }
  return askFirst(form, question, async ({ reason }) =>
    switched(await switchPlatform(app, formId(form), { isActive: false }, staff, reason)),
  )
}

/** Platforms: switches LTI 1.3 platforms on and off and invites schools. Self-registered platforms start switched off. */
export const platformsScreen = staffScreen<DataOf<typeof load>>({
  path: paths.platforms,
  nav: { section: 'Connections', label: 'Platforms', waits: 'registrations' },
  load: async context => csvOf(platformList, context) ?? load(context),
  acts: 'manage',
  submit: { invite, revoke, on: turnOn, off: turnOff },
  fields: ['note', 'host'],
  View: ({ data: { invites, invitations, list } }) => (
    <OfficePage
      title="Platforms"
      lead="See the schools' LTI 1.3 platforms. Switch on a new platform after it registers."
    >
      <Invitation />
      {useRights().manage && <InviteForm school={invites} />}
      {invitations.length > 0 && <WaitingInvitations invitations={invitations} />}
      <ListPanel list={platformList} shown={list} />
    </OfficePage>
  ),
})

const platformList: StaffList<Platform> = {
  name: 'platforms',
  title: 'All platforms',
  path: paths.platforms,
  search: 'Domain, issuer or client ID',
  columns: [
    {
      head: 'Domain and issuer',
      value: p => p.domain,
      cell: p => (
        <TwoLines below={p.issuer}>
          <a href={hrefs.platformPage(p.id)}>{p.domain}</a>
        </TwoLines>
      ),
    },
    { head: 'Issuer', value: p => p.issuer, inFile: true },
    { head: 'Client ID', value: p => p.clientId },
    { head: 'Type', value: p => presetNames[p.preset], minor: true },
    { head: 'State', value: p => (p.isActive ? 'on' : 'off'), cell: p => <State platform={p} /> },
  ],
  filters: [stateFilter(platformStates)],
  sorts: platformSorts,
  empty: 'No platform matches.',
  holds: 'facts',
  find: ({ db }, query) => listPlatformRows(db, query),
}

/** Shows if people can open launches of the platform, with the button that changes it. */
const State = ({ platform: { id, domain, isActive } }: { platform: Platform }) => {
  const label = isActive ? 'Switch off…' : 'Switch on'
  return (
    <div className="row">
      <Badge tone={isActive ? 'good' : 'problem'}>{isActive ? 'on' : 'off'}</Badge>
      {useRights().manage && (
        <PostButton
          to={paths.platforms}
          fields={{ id }}
          intent={isActive ? 'off' : 'on'}
          label={label}
          aria-label={`${label} ${domain}`}
        />
      )}
    </div>
  )
}
