import type { Platform } from '#src/domain/platform.ts'
import { paths } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** What we will ask the platform at. */
export const Created = ({ platform }: { platform: Platform }) => (
  <Panel title={platform.domain}>
    <Facts
      of={[
        ['Issuer', <Copied key="i">{platform.issuer}</Copied>],
        ['Client id', <Copied key="c">{platform.clientId}</Copied>],
        ['authorization_redirect', <Copied key="a">{platform.authorizationRedirect}</Copied>],
        ['public_keys_url', <Copied key="k">{platform.publicKeysUrl}</Copied>],
        ['grant_url', <Copied key="g">{platform.grantUrl}</Copied>],
      ]}
    />
  </Panel>
)

/** What the school's administrator enters on their side. */
export const ToolAddresses = ({ site }: { site: Site }) => (
  <Panel title="For the school's administrator">
    <Facts
      of={[
        ['Login URL', <Copied key="l">{site.publicUrl + paths.ltiLogin}</Copied>],
        ['Redirect and launch URL', <Copied key="r">{site.publicUrl + paths.launch}</Copied>],
        ['Keyset URL', <Copied key="k">{site.publicUrl + paths.keys}</Copied>],
      ]}
    />
    <p className="soft">
      A new platform approves the first deployment that launches, unless its issuer serves many schools. Every later one
      waits in <a href={paths.deployments}>Deployments</a>.
    </p>
  </Panel>
)
