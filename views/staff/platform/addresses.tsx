import type { Platform } from '#src/schools/rules/platform.ts'
import { paths } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** Addresses that Signbook calls on the platform. */
export const PlatformAddresses = ({ platform }: { platform: Platform }) => (
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
export const ToolAddresses = ({ site }: { site: Site }) => (
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
