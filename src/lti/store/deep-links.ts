import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import { queryRow } from '#src/core/db/statements.ts'
import type { DeepLinkFrom } from '../rules/deep-link.ts'

export interface DeepLinkOpened {
  from: DeepLinkFrom
  settings: DeepLinkSettings
  allowsWts: boolean
  /** True if the school wants a grade column for each unit link. */
  addsUnitColumns: boolean
}

/** Returns the deep linking request of a launch: the platform and what it accepts. */
export const findDeepLink = queryRow<DeepLinkOpened, [tokenHash: string, stateHash: string, now: Date]>(
  'deep_link_opened',
  `select t.deep_link as settings, c.allows_wts as "allowsWts", s.adds_unit_columns as "addsUnitColumns",
     json_build_object('issuer', p.issuer, 'clientId', p.client_id, 'deploymentId', d.deployment_id,
       'platform', json_build_object('id', p.id, 'hasOwnKeys', p.has_own_keys)) as "from"
   from launch_tokens t join courses c on c.id = t.course_id join schools s on s.id = c.school_id
     join deployments d on d.id = c.deployment_id join platforms p on p.id = d.platform_id
   where t.token_hash = $1 and t.state_hash = $2 and t.expires_at > $3 and t.app = 'deep_link' and t.deep_link is not null`,
)
