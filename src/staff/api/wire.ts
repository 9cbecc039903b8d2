import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { roleLetter } from '#src/access/rules/role.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { StaffCourse } from '#src/courses/rules/activation.ts'
import { isExpired } from '#src/courses/rules/course.ts'
import { courseCompletion, migrationCompletion } from '#src/courses/rules/migration-progress.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { wireEnrollment } from '#src/lti/index.ts'
import type { Modules } from '#src/modules.ts'
import type { Consumer } from '#src/schools/rules/consumer.ts'
import type { Platform, WaitingDeployment } from '#src/schools/rules/platform.ts'
import type { EntitlementView } from '../view-entitlement.ts'
import { wireSwitches } from './switches.ts'

/** Conversions to the JSON that only staff see. */

type Coupon = Awaited<ReturnType<Modules['codes']['checkAccessCode']>>[number]

export const wireProduct = (p: Product) => ({
  id: p.id,
  product_code: p.productCode,
  name: p.name,
  stripe_price_id: p.stripePriceId,
  units_for_teacher: p.unitsForTeacher,
})

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

export const wireUser = (s: Staff) => ({
  id: s.id,
  first_name: s.firstName,
  last_name: s.lastName,
  email: s.email,
  image_url: s.imageUrl,
  role: s.role,
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

const wireActivations = (course: StaffCourse) =>
  course.activations.map(a => ({
    user_id: a.userId,
    user_name: a.userName,
    activated_at: a.activatedAt.toISOString(),
    product_codes: a.productCodes,
    ...(course.version === '1.3' ? { product_id: a.productIds[0] ?? null } : { product_ids: a.productIds }),
  }))

export const wireCourse = (course: StaffCourse, now: Date) => ({
  id: course.id,
  context_id: course.contextId,
  context_title: course.title,
  context_label: course.label,
  canvas_course_id: course.canvasCourseId,
  canvas_domain: course.canvasDomain,
  workflow_state: course.workflowState,
  is_expired: isExpired(course, now),
  expires_at: course.expiresAt?.toISOString() ?? null,
  allows_wts: course.allowsWts,
  term_info: {
    start_at: course.termStartsAt?.toISOString() ?? null,
    end_at: course.termEndsAt?.toISOString() ?? null,
  },
  products: course.products.map(p => ({ id: p.id, product_code: p.productCode, name: p.name })),
  teachers: course.teachers.map(t => ({ id: t.id, display_name: t.name })),
  lti_consumer: {
    key: course.school.key,
    name: course.school.name,
    email_domain: course.school.emailDomain,
    accepts_payment: course.school.acceptsPayment,
    accepts_access_code: course.school.acceptsAccessCode,
  },
  lti_activations: wireActivations(course),
  join_token: course.joinToken,
  completion: courseCompletion(course.migrations),
  content_migrations: course.migrations.map(m => ({
    id: m.id,
    course_id: course.canvasCourseId,
    progress_url: m.progressUrl,
    workflow_state: m.workflowState,
    source_course_name: m.sourceCourseName,
    completion: migrationCompletion(m),
  })),
})

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
    activations: wireActivations(course),
    memberships: members.map(o => ({
      email: o.email,
      role: roleLetter[o.role as keyof typeof roleLetter],
      token: o.token,
    })),
    deployment: { credential: { platform: { iss: course.school.key } } },
  },
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
