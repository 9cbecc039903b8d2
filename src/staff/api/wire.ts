import type { Consumer } from '#src/schools/rules/consumer.ts'
import type { Platform, WaitingDeployment } from '#src/schools/rules/platform.ts'
import { wireSwitches } from './switches.ts'

/** Conversions to the JSON that only staff see. */

export const wirePlatform = (p: Platform) => ({
  id: p.id,
  domain: p.domain,
  client_id: p.clientId,
  iss: p.issuer,
  authorization_redirect: p.authorizationRedirect,
  public_keys_url: p.publicKeysUrl,
  grant_url: p.grantUrl,
  audience: p.audience,
  is_active: p.isActive,
})

export const wireDeployment = (d: WaitingDeployment) => ({
  id: d.id,
  iss: d.issuer,
  client_id: d.clientId,
  deployment_id: d.deploymentId,
  name: d.name,
  status: d.status,
  ...wireSwitches(d),
  seen_course: d.seenTitle,
  seen_at: d.seenAt?.toISOString() ?? null,
})

/** Converts a consumer to JSON, without its secret. */
export const wireConsumer = (c: Consumer) => ({
  id: c.id,
  key: c.key,
  name: c.name,
  email_domain: c.emailDomain,
  ...wireSwitches(c),
  is_hosted: c.isHosted,
})
