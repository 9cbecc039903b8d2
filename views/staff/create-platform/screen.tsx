import { schoolStatus } from '#src/schools/contract.ts'
import { createPlatform } from '#src/schools/platforms.ts'
import {
  type Platform,
  type PlatformPreset,
  PRESETS,
  platformMessages,
  platformRefusalText,
} from '#src/schools/rules/platform.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page, type Site } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choices.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Beside, OfficePage, Panel, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

/** Inputs with an address of the platform, in the section that is closed at first. */
const ADDRESSES = ['issuer', 'authorization_redirect', 'public_keys_url', 'grant_url', 'audience']

const create = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const text = (name: string) => fields[name]?.trim() || undefined
  const result = await createPlatform(
    app,
    {
      domain: fields.domain ?? '',
      clientId: fields.client_id ?? '',
      preset: fields.d2l === 'yes' ? 'd2l' : presetOf(fields.preset),
      given: {
        issuer: text('issuer'),
        authorizationRedirect: text('authorization_redirect'),
        publicKeysUrl: text('public_keys_url'),
        grantUrl: text('grant_url'),
        audience: text('audience'),
      },
      deploymentIds: (fields.deployment_ids ?? '').split(/[\s,]+/).filter(Boolean),
    },
    staff,
  )
  if (!result.ok) return refused(result.reason, platformRefusalText(result), schoolStatus[result.reason])
  return done(paths.createPlatform, platformMessages.created, { shows: { platform: result.platform } })
}

const presetOf = (typed: string | undefined): PlatformPreset => PRESETS.find(p => p === typed) ?? 'canvas'

/** Create LTI 1.3 Credentials: registers a school's LMS by hand. */
export const platformScreen = staffScreen<Rights>({
  path: paths.createPlatform,
  nav: { group: 'Schools', label: 'Create LTI 1.3 Credentials', hint: 'Connect an LMS' },
  load: async ({ staff }) => page(rightsOf(staff), { title: 'Create LTI 1.3 Credentials' }),
  submit: { default: create },
  fields: ['domain', 'client_id', ...ADDRESSES],
  View: ({ data: rights, site }) => {
    const { platform } = useShownOnce<{ platform: Platform }>()
    return (
      <OfficePage title="Create LTI 1.3 Credentials" lead="Connect a school's LMS. Ask the school for its client ID.">
        <Beside>
          <div>
            {platform && <PlatformAddresses platform={platform} />}
            {rights.manage ? (
              <PlatformForm />
            ) : (
              <Panel>
                <p>Ask a manager to create credentials.</p>
              </Panel>
            )}
          </div>
          <ToolAddresses site={site} />
        </Beside>
      </OfficePage>
    )
  },
})

/** Addresses that Signbook calls on the platform. */
const PlatformAddresses = ({ platform }: { platform: Platform }) => (
  <Panel title={platform.domain}>
    <Facts
      of={[
        ['Issuer', <Copied key="i">{platform.issuer}</Copied>],
        ['Client ID', <Copied key="c">{platform.clientId}</Copied>],
        ['authorization_redirect', <Copied key="a">{platform.authorizationRedirect}</Copied>],
        ['public_keys_url', <Copied key="k">{platform.publicKeysUrl}</Copied>],
        ['grant_url', <Copied key="g">{platform.grantUrl}</Copied>],
      ]}
    />
  </Panel>
)

/** Addresses that the school's administrator enters in the LMS. */
const ToolAddresses = ({ site }: { site: Site }) => (
  <Panel title="Send to the school's administrator">
    <Facts
      of={[
        ['Login URL', <Copied key="l">{site.publicUrl + paths.ltiLogin}</Copied>],
        ['Redirect and launch URL', <Copied key="r">{site.publicUrl + paths.launch}</Copied>],
        ['Keyset URL', <Copied key="k">{site.publicUrl + paths.keys}</Copied>],
      ]}
    />
    <p className="soft">
      The first deployment that launches is approved automatically. Approve later ones in{' '}
      <a href={paths.deployments}>Deployments</a>. If many schools share the issuer, approve the first one there too.
    </p>
  </Panel>
)

const OTHERS = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'moodle', label: 'Moodle' },
  { value: 'blackboard', label: 'Blackboard' },
  { value: 'custom', label: 'Other: enter the addresses' },
]

/** Domain, ClientID and the D2L box. Fields for other platforms are in a closed section. */
const PlatformForm = () => {
  const { fields: typed, problems } = usePosted('default')
  const isSent = typed.domain !== undefined
  const d2l = !isSent || typed.d2l === 'yes'
  const field = (label: string, name: string, hint?: string) => (
    <Field
      label={label}
      name={name}
      hint={hint}
      defaultValue={typed[name]}
      problem={problems[name]}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
    />
  )
  const more = !d2l || ADDRESSES.some(name => problems[name])
  return (
    <Panel title="Credentials">
      <form method="post" action={paths.createPlatform} className="form">
        {field('Domain', 'domain', 'For example school.brightspace.com')}
        {field('ClientID', 'client_id')}
        <Check label="Is this a D2L platform" name="d2l" value="yes" defaultChecked={d2l} />
        {field('Deployment IDs', 'deployment_ids', 'Optional. We approve these right away. Separate them with commas.')}
        <details open={more}>
          <summary>Other platforms</summary>
          <div className="form">
            <Select label="Platform" name="preset" value={typed.preset ?? 'canvas'} options={OTHERS} />
            {field('Issuer', 'issuer', 'Leave empty to use the usual issuer of this platform')}
            {field('Authorization redirect', 'authorization_redirect')}
            {field('Public keys URL', 'public_keys_url')}
            {field('Grant URL', 'grant_url')}
            {field('Token audience', 'audience', 'Usually empty. Otherwise on the host of the grant URL')}
          </div>
        </details>
        <Button>Submit</Button>
      </form>
    </Panel>
  )
}
