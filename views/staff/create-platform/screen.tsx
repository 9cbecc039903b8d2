import { schoolStatus } from '#src/schools/contract.ts'
import { createPlatform, tryAddresses } from '#src/schools/platforms.ts'
import {
  addressFields,
  givenAddresses,
  type Platform,
  platformMessages,
  platformRefusalText,
} from '#src/schools/rules/platform.ts'
import { chosenPreset } from '#src/schools/rules/platform-presets.ts'
import { done, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Beside, OfficePage, Panel, usePosted, useShownOnce, useSite } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen, useRights } from '../staff-screen.ts'
import PlatformForm from './platform-form.island.tsx'

const create = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const result = await createPlatform(
    app,
    {
      domain: fields.domain ?? '',
      clientId: fields.client_id ?? '',
      preset: chosenPreset(fields.d2l === 'yes', fields.preset),
      given: givenAddresses(fields),
      deploymentIds: (fields.deployment_ids ?? '').split(/[\s,]+/).filter(Boolean),
    },
    staff,
  )
  if (!result.ok) return refused(result.reason, platformRefusalText(result), schoolStatus[result.reason])
  const { platform } = result
  const faults = await tryAddresses(app, platform)
  return done(paths.createPlatform, [platformMessages.created, ...faults].join(' '), {
    shows: { platform },
    tone: faults.length > 0 ? 'problem' : 'good',
  })
}

/** Create LTI 1.3 Credentials: registers a school's LMS by hand. */
export const platformScreen = staffScreen({
  path: paths.createPlatform,
  nav: { section: 'Look-ups', label: 'Create LTI 1.3 Credentials' },
  load: async () => page(null, { title: 'Create LTI 1.3 Credentials' }),
  acts: 'manage',
  submit: { default: create },
  fields: ['domain', 'client_id', ...addressFields],
  View: () => {
    const { platform } = useShownOnce<{ platform: Platform }>()
    const { fields: typed, problems } = usePosted('default')
    return (
      <OfficePage title="Create LTI 1.3 Credentials" lead="Connect a school's LMS. Ask the school for its client ID.">
        <Beside>
          <div>
            {platform && <PlatformAddresses platform={platform} />}
            {useRights().manage ? (
              <Panel title="Credentials">
                <Island of={PlatformForm} props={{ typed, problems }} />
              </Panel>
            ) : (
              <Panel>
                <p>Ask a manager to create credentials.</p>
              </Panel>
            )}
          </div>
          <ToolAddresses />
        </Beside>
      </OfficePage>
    )
  },
})

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

const ToolAddresses = () => {
  const { publicUrl } = useSite()
  return (
    <Panel title="Send to the school's administrator">
      <Facts
        of={[
          ['Login URL', <Copied key="l">{publicUrl + paths.ltiLogin}</Copied>],
          ['Redirect and launch URL', <Copied key="r">{publicUrl + paths.launch}</Copied>],
          ['Keyset URL', <Copied key="k">{publicUrl + paths.keys}</Copied>],
        ]}
      />
      <p className="soft">
        The first deployment that launches is approved automatically. Approve later ones in{' '}
        <a href={paths.deployments}>Deployments</a>. If many schools share the issuer, approve the first one there too.
      </p>
    </Panel>
  )
}
