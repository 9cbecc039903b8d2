import { schoolStatus } from '#src/schools/contract.ts'
import { changePlatform, deletePlatform, previewPlatformChange } from '#src/schools/platform-changes.ts'
import { findStaffPlatform, switchPlatform, tryAddresses } from '#src/schools/platforms.ts'
import {
  ADDRESSES,
  addressFields,
  addressHints,
  describeKeyChange,
  describePlatformChange,
  givenAddresses,
  type Platform,
  type PlatformEdit,
  PRESETS,
  platformMessages,
  platformRefusalText,
  presetNames,
  reachText,
} from '#src/schools/rules/platform.ts'
import { type Ask, ask, askFirst, confirmationIn, type Done, done, type Refusal, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
import { Badge, Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Beside, NotFound, OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import { History, historyOf } from '../history.tsx'
import { type StaffContext, staffScreen, urlId, useRights } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const id = urlId(context)
  const found = await findStaffPlatform(context.app, id, context.staff)
  const data = found && { ...found, history: await historyOf(context, [{ kind: 'platform', id }]) }
  return page(data, { title: data?.platform.domain ?? 'Platform', status: data ? 200 : 404 })
}

const editIn = ({ fields }: Form): PlatformEdit => ({
  domain: fields.domain ?? '',
  clientId: fields.client_id ?? '',
  preset: PRESETS.find(preset => preset === fields.preset) ?? 'custom',
  given: givenAddresses(fields),
})

const refuse = (result: Parameters<typeof platformRefusalText>[0]) =>
  refused(result.reason, platformRefusalText(result), schoolStatus[result.reason])

/** Asks first: shows old and new addresses, what they answer, and whom the change concerns. */
const change = async (context: StaffContext, form: Form): Promise<Ask | Done | Refusal> => {
  const { app, staff } = context
  const [id, edit, confirmation] = [urlId(context), editIn(form), confirmationIn(form)]
  const given = confirmation && { key: confirmation.confirmed, reason: confirmation.reason }
  const changed = given && (await changePlatform(app, id, edit, given, staff))
  if (changed?.ok) return done(hrefs.platformPage(id), platformMessages.changed(changed.platform.domain))
  if (changed && changed.reason !== 'reason_required') return refuse(changed)
  const preview = await previewPlatformChange(app, id, edit, staff)
  if (!preview.ok) return refuse(preview)
  const { was, is, key } = preview.change
  const says = [...describePlatformChange(was, is, preview.reach), ...(await tryAddresses(app, is))]
  return ask(
    { title: `Change ${was.domain}?`, says, effectsKey: key, button: 'Change', needsReason: true },
    changed && refuse(changed),
  )
}

const remove = async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const question = {
    title: 'Delete this platform?',
    says: ['Nobody launched from it. Its deployments and keys go too.'],
    button: 'Delete',
    isDangerous: true,
    needsReason: true,
  }
  return askFirst(form, question, async ({ reason }) => {
    const deleted = await deletePlatform(app, urlId(context), reason, staff)
    return deleted.ok ? done(paths.platforms, platformMessages.deleted(deleted.platform.domain)) : refuse(deleted)
  })
}

const withoutCookies = (opensWithoutCookies: boolean) => async (context: StaffContext) => {
  const id = urlId(context)
  const switched = await switchPlatform(context.app, id, { opensWithoutCookies }, context.staff)
  return switched.ok
    ? done(hrefs.platformPage(id), platformMessages.withoutCookies(switched.platform.domain, opensWithoutCookies))
    : refuse(switched)
}

/** Asks first, because the LMS must read the other address before we sign. */
const signWith = (hasOwnKeys: boolean) => async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const id = urlId(context)
  if (!confirmationIn(form)) {
    const says = describeKeyChange(app.publicUrl + keysAddress({ id, hasOwnKeys }))
    return ask({ title: 'Change the keys?', says, button: 'Change the keys', needsReason: false })
  }
  const switched = await switchPlatform(app, id, { hasOwnKeys }, staff)
  return switched.ok
    ? done(hrefs.platformPage(id), platformMessages.ownKeys(switched.platform.domain, hasOwnKeys))
    : refuse(switched)
}

/** Address at which the LMS reads our keys: its own, or the shared one. */
const keysAddress = ({ id, hasOwnKeys }: Pick<Platform, 'id' | 'hasOwnKeys'>) =>
  hasOwnKeys ? hrefs.platformKeys(id) : paths.keys

/** One platform: its switches, and its addresses, changed after a preview. One that was never used can be deleted. */
export const platformPageScreen = staffScreen({
  path: paths.platformPage,
  nav: { section: 'Connections', label: 'Platform', isUnlisted: true },
  load,
  acts: 'manage',
  submit: {
    change,
    remove,
    keys_own: signWith(true),
    keys_shared: signWith(false),
    cookieless_on: withoutCookies(true),
    cookieless_off: withoutCookies(false),
  },
  fields: ['domain', 'client_id', ...addressFields],
  View: ({ data }) => {
    const { manage } = useRights()
    const lead = 'We could not find this platform.'
    if (!data) return <NotFound title="Platform" lead={lead} list={[paths.platforms, 'All platforms']} />
    const { platform, reach, history } = data
    const isUsed = reach.courses + reach.people > 0
    return (
      <OfficePage title={platform.domain} lead={`${reachText(reach)}.`}>
        <Beside>
          <div>
            <Panel title="Addresses" form>
              <PlatformForm platform={platform} />
            </Panel>
            <Panel title="Switches">
              <Switches of={platform} />
            </Panel>
            {manage && !isUsed && (
              <Panel title="Never used" form>
                <PostButton
                  to={hrefs.platformPage(platform.id)}
                  intent="remove"
                  label="Delete platform…"
                  look="danger"
                />
              </Panel>
            )}
          </div>
          <History entries={history} />
        </Beside>
      </OfficePage>
    )
  },
})

const Switches = ({ of: platform }: { of: Platform }) => {
  const { manage } = useRights()
  const { id, opensWithoutCookies, hasOwnKeys } = platform
  const button = (intent: string, label: string) =>
    manage && <PostButton to={hrefs.platformPage(id)} intent={intent} label={label} />
  return (
    <Facts
      of={[
        [
          'Launches without cookies',
          <div key="c" className="row">
            <Badge tone={opensWithoutCookies ? 'good' : 'plain'}>{opensWithoutCookies ? 'on' : 'off'}</Badge>
            {opensWithoutCookies
              ? button('cookieless_off', 'Turn off launches without cookies')
              : button('cookieless_on', 'Turn on launches without cookies')}
          </div>,
        ],
        [
          'Keys',
          <div key="k" className="row">
            <code>{keysAddress(platform)}</code>
            {hasOwnKeys ? button('keys_shared', 'Share keys…') : button('keys_own', 'Use own keys…')}
          </div>,
        ],
      ]}
    />
  )
}

const DOMAIN_HINT = 'Did the LMS move to a new domain? Enter it here: its addresses follow.'

const PlatformForm = ({ platform }: { platform: Platform }) => {
  const { manage } = useRights()
  const sent = usePosted('change')
  const field = (label: string, name: string, value: string, hint?: string) => (
    <Field
      key={name}
      label={label}
      name={name}
      hint={hint}
      sent={sent}
      defaultValue={value}
      readOnly={!manage}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={500}
    />
  )
  return (
    <form method="post" action={hrefs.platformPage(platform.id)} className="form">
      {field('Domain', 'domain', platform.domain, DOMAIN_HINT)}
      <Select
        label="Type"
        name="preset"
        sent={sent}
        value={platform.preset}
        options={PRESETS.map(preset => ({ value: preset, label: presetNames[preset] }))}
      />
      {field('Client ID', 'client_id', platform.clientId)}
      {ADDRESSES.map(({ name, field: input, label }) => field(label, input, platform[name] ?? '', addressHints[input]))}
      {manage && (
        <div className="buttons">
          <ActionButton intent="change" label="Change…" />
        </div>
      )}
    </form>
  )
}
