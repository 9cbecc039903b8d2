import type { Modules } from '#src/modules.ts'
import type { Consumer } from '#src/schools/rules/consumer.ts'
import type { Platform, WaitingDeployment } from '#src/schools/rules/platform.ts'
import { wireSwitches } from './switches.ts'

/** Conversions to the JSON that only staff see. */

type Coupon = Awaited<ReturnType<Modules['codes']['checkAccessCode']>>[number]

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

export const wireCoupon = (k: Coupon) => ({
  id: k.id,
  coupon_code: k.code,
  product: { id: k.product.id, product_code: k.product.productCode, name: k.product.name },
  max_usage: k.maxUsage,
  used: k.used,
  expires_at: k.expiresAt?.toISOString() ?? null,
  is_test: k.isTest,
  lti_enrollments: k.uses.filter(u => u.kind === 'enrollment').map(wireUse),
  memberships: k.uses.filter(u => u.kind === 'membership').map(wireUse),
})

const wireUse = (u: Coupon['uses'][number]) => ({
  email: u.email,
  token: u.token,
  is_processed: u.isProcessed,
  context_title: u.course,
  attached_at: u.attachedAt.toISOString(),
  voided_at: u.voidedAt?.toISOString() ?? null,
})
