import { listPlatformRows, type PlatformSwitched, previewSwitchOff, switchPlatform } from '#src/schools/platforms.ts'
import { listInvitations } from '#src/schools/registrations.ts'
import { platformSorts, platformStates } from '#src/schools/rules/deployment.ts'
import {
  describeKeyChange,
  describeSwitchOff,
  type Platform,
  platformMessages,
  presetNames,
} from '#src/schools/rules/platform.ts'
import { ask, askFirst, confirmationIn, done } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/facts.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { ListPanel, TwoLines } from '../list/list-panel.tsx'
import { choiceFilter, csvOf, loadList, type StaffList, stateFilter } from '../list/staff-list.ts'
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

const switched = (result: PlatformSwitched, text: (platform: Platform) => string) =>
  result.ok ? done(paths.platforms, text(result.platform)) : refuse(result.reason)

const activeText = ({ domain, isActive }: Platform) => platformMessages.switched(domain, isActive)

const turnOn = async ({ app, staff }: StaffContext, form: Form) =>
  switched(await switchPlatform(app, formId(form), { isActive: true }, staff), activeText)

const withoutCookies =
  (opensWithoutCookies: boolean) =>
  async ({ app, staff }: StaffContext, form: Form) =>
    switched(await switchPlatform(app, formId(form), { opensWithoutCookies }, staff), p =>
      platformMessages.withoutCookies(p.domain, p.opensWithoutCookies),
    )

/** Asks for confirmation first, because the LMS must read the other address before we sign. */
const chooseKeys =
  (hasOwnKeys: boolean) =>
  async ({ app, staff }: StaffContext, form: Form) => {
    const id = formId(form)
    if (!confirmationIn(form)) {
      const says = describeKeyChange(app.publicUrl + (hasOwnKeys ? hrefs.platformKeys(id) : paths.keys))
      return ask({ title: 'Change the keys?', says, button: 'Change the keys', needsReason: false })
    }
    return switched(await switchPlatform(app, id, { hasOwnKeys }, staff), p =>
      platformMessages.ownKeys(p.domain, p.hasOwnKeys),
    )
  }

/** Asks for confirmation first, because a whole school loses access. */
const turnOff = async ({ app, staff }: StaffContext, form: Form) => {
  const act = async ({ reason }: { reason?: string }) =>
    switched(await switchPlatform(app, formId(form), { isActive: false }, staff, reason), activeText)
  const preview = await previewSwitchOff(app, formId(form), staff)
  if (!preview) return act(confirmationIn(form) ?? {})
  const question = {
    title: `Switch off ${preview.domain}?`,
    says: describeSwitchOff(preview),
    button: 'Switch off',
    isDangerous: true,
    needsReason: true,
  }
  return askFirst(form, question, act)
}

/** Platforms: switches LTI 1.3 platforms on and off and invites schools. Self-registered platforms start switched off. */
export const platformsScreen = staffScreen<DataOf<typeof load>>({
  path: paths.platforms,
  nav: { section: 'Connections', label: 'Platforms', waits: 'registrations' },
  load: async context => csvOf(platformList, context) ?? load(context),
  acts: 'manage',
  submit: {
    invite,
    revoke,
    on: turnOn,
    off: turnOff,
    keys_own: chooseKeys(true),
    keys_shared: chooseKeys(false),
    cookieless_on: withoutCookies(true),
    cookieless_off: withoutCookies(false),
  },
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

const presetFilter = choiceFilter('preset', 'Type', presetNames)

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
    {
      head: 'State',
      value: p => (p.isActive ? 'on' : 'off'),
      cell: p => <State platform={p} />,
    },
    {
      head: 'Without cookies',
      value: p => (p.opensWithoutCookies ? 'on' : 'off'),
      cell: p => <WithoutCookies platform={p} />,
    },
    {
      head: 'Keys',
      value: p => (p.hasOwnKeys ? hrefs.platformKeys(p.id) : paths.keys),
      cell: p => <Keys platform={p} />,
    },
  ],
  filters: [stateFilter(platformStates), presetFilter],
  sorts: platformSorts,
  empty: 'No platform matches.',
  holds: 'facts',
  find: ({ db }, query) => listPlatformRows(db, query),
}

/** Shows if people can open launches of the platform, with the button that changes it. */
const State = ({ platform: { id, domain, isActive } }: { platform: Platform }) => {
  const { manage } = useRights()
  const state = <Badge tone={isActive ? 'good' : 'problem'}>{isActive ? 'on' : 'off'}</Badge>
  if (!manage) return state
  const label = isActive ? 'Switch off…' : 'Switch on'
  return (
    <form method="post" action={paths.platforms} className="row">
      {state}
      <input type="hidden" name="id" value={id} />
      <ActionButton intent={isActive ? 'off' : 'on'} label={label} look="quiet" aria-label={`${label} ${domain}`} />
    </form>
  )
}

/** Shows if people whose browser blocks cookies may open a launch by the button Continue. */
const WithoutCookies = ({ platform }: { platform: Platform }) => {
  const { manage } = useRights()
  const { id, domain, opensWithoutCookies: isOn } = platform
  const state = <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? 'on' : 'off'}</Badge>
  if (!manage) return state
  return (
    <form method="post" action={paths.platforms} className="row">
      {state}
      <input type="hidden" name="id" value={id} />
      <ActionButton
        intent={isOn ? 'cookieless_off' : 'cookieless_on'}
        label={isOn ? 'Turn off' : 'Turn on'}
        look="quiet"
        aria-label={`${isOn ? 'Turn off' : 'Turn on'} launches without cookies from ${domain}`}
      />
    </form>
  )
}

/** Shows at which address the LMS reads our keys: its own, or the shared one. */
const Keys = ({ platform }: { platform: Platform }) => {
  const { manage } = useRights()
  const { id, domain, hasOwnKeys } = platform
  const address = hasOwnKeys ? hrefs.platformKeys(id) : paths.keys
  if (!manage) return address
  const label = hasOwnKeys ? 'Share keys…' : 'Use own keys…'
  return (
    <form method="post" action={paths.platforms} className="row">
      <code>{address}</code>
      <input type="hidden" name="id" value={id} />
      <ActionButton
        intent={hasOwnKeys ? 'keys_shared' : 'keys_own'}
        label={label}
        look="quiet"
        aria-label={`${label} ${domain}`}
      />
    </form>
  )
}
