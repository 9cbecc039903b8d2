import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { roleLetter } from '#src/access/rules/role.ts'
import { toWireActivations } from '#src/courses/contract.ts'
import { wireEnrollment } from '#src/lti/index.ts'
import type { EntitlementView } from '../view-entitlement.ts'

/** Conversions to the JSON that only staff see. */

export const wireStaffEnrollment = (e: Entitlement) => ({
  ...wireEnrollment(e),
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
