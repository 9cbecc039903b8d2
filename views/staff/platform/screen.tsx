import { schoolStatus } from '#src/schools/contract.ts'
import { changePlatform, deletePlatform, previewPlatformChange } from '#src/schools/platform-changes.ts'
import { findStaffPlatform, tryAddresses } from '#src/schools/platforms.ts'
import {
  describePlatformChange,
  type Platform,
  type PlatformEdit,
  PRESETS,
  platformMessages,
  platformRefusals,
  platformRefusalText,
  presetNames,
  reachText,
} from '#src/schools/rules/platform.ts'
import {
  addressFields,
  addressHints,
  addressLabels,
  givenAddresses,
  typedAddresses,
} from '#src/schools/rules/platform-presets.ts'
import { type Ask, ask, askFirst, confirmationIn, type Done, done, type Refusal, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { Select } from '../../ui/choices.tsx'
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

/** Asks first: shows old and new addresses, what they answer, and whom the change concerns. */
const change = async (context: StaffContext, form: Form): Promise<Ask | Done | Refusal> => {
  const { app, staff } = context
  const [id, edit, confirmation] = [urlId(context), editIn(form), confirmationIn(form)]
  if (confirmation) {
    const given = { key: confirmation.confirmed, reason: confirmation.reason }
    const changed = await changePlatform(app, id, edit, given, staff)
    if (changed.ok) return done(hrefs.platformPage(id), platformMessages.changed(changed.platform.domain))
    if (changed.reason !== 'reason_required')
      return refused(changed.reason, platformRefusalText(changed), schoolStatus[changed.reason])
  }
  const preview = await previewPlatformChange(app, id, edit, staff)
  if (!preview.ok) return refused(preview.reason, platformRefusalText(preview), schoolStatus[preview.reason])
  const { was, is, key } = preview.change
  const says = [...describePlatformChange(was, is, preview.reach), ...(await tryAddresses(app, is))]
  return ask(
    { title: `Change ${was.domain}?`, says, effectsKey: key, button: 'Change', needsReason: true },
    confirmation && refused('reason_required', platformRefusals.reason_required, schoolStatus.reason_required),
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
    return deleted.ok
      ? done(paths.platforms, platformMessages.deleted(deleted.platform.domain))
      : refused(deleted.reason, platformRefusals[deleted.reason], schoolStatus[deleted.reason])
  })
}

/** One platform: its addresses, changed after a preview. One that was never used can be deleted. */
export const platformPageScreen = staffScreen({
  path: paths.platformPage,
  nav: { section: 'Connections', label: 'Platform', isUnlisted: true },
  load,
  acts: 'manage',
  submit: { change, remove },
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

const DOMAIN_HINT = 'Did the LMS move to a new domain? Enter it here: its addresses follow.'

const PlatformForm = ({ platform }: { platform: Platform }) => {
  const { manage } = useRights()
  const sent = usePosted('change')
  const addresses = typedAddresses(platform)
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
      {addressFields.map(name => field(addressLabels[name], name, addresses[name], addressHints[name]))}
      {manage && (
        <div className="buttons">
          <ActionButton intent="change" label="Change…" />
        </div>
      )}
    </form>
  )
}
