import { toWireEnrollment } from '#src/access/contract.ts'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { roleLetter } from '#src/access/rules/role.ts'
import { toWireActivations } from '#src/courses/contract.ts'
import type { Consumer } from '#src/schools/rules/consumer.ts'
import type { Platform, WaitingDeployment } from '#src/schools/rules/platform.ts'
import type { EntitlementView } from '../view-entitlement.ts'
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

export const wireStaffEnrollment = (e: Entitlement) => ({
  ...toWireEnrollment(e),
  processed_at: e.processedAt?.toISOString() ?? null,
  source: e.source,
  stripe_event_id: e.stripeEventId,
})

export const wireStaffMembership = ({ entitlement: m, course, members }: EntitlementView) => ({
  id: m.id,
  email: m.email,
  role: roleLetter[m.role],
  token: m.token,
  is_processed: hasAccess(m),
  processed_at: m.processedAt?.toISOString() ?? null,
  source: m.source,
  coupon: m.codes.filter(c => c.voidedAt === null).map(c => ({ coupon_code: c.code }))[0] ?? null,
  stripe_event_id: m.stripeEventId,
  session_id: m.sessionId,
  context: {
    context_id: course.contextId,
    context_title: course.title,
    context_label: course.label,
    product: course.products.map(p => ({ id: p.id, product_code: p.productCode, name: p.name }))[0] ?? null,
    activations: toWireActivations(course),
    memberships: members.map(o => ({
      email: o.email,
      role: roleLetter[o.role as keyof typeof roleLetter],
      token: o.token,
    })),
    deployment: { credential: { platform: { iss: course.school.key } } },
  },
})
