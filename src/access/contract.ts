import * as z from 'zod'
import { answers } from '#src/core/rules/calls.ts'
import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import { Activation, gateStatus, ProductName, toProductName, toWireActivations } from '#src/courses/contract.ts'
import type { StaffCourse } from '#src/courses/rules/activation.ts'
import { type CodeAnswer, codeStatuses, type RedeemReason, unchangedReasons } from './rules/access-code.ts'
import { type Entitlement, type EntitlementKind, hasAccess, roleLetter, sources } from './rules/entitlement.ts'
import type { AccessReason } from './texts/access-refusals.ts'
import { codeAnswerText, type Shown } from './texts/redemption.ts'

/** HTTP statuses of the reasons to refuse. */
export const accessStatus: Statuses<AccessReason> = {
  ...withStatus(404, 'token_not_found', 'enrollment_not_found', 'membership_not_found', 'entitlement_not_found'),
  removal_unconfirmed: 409,
}

const payPageTags = ['Payment page']

const liveCodes = ({ codes }: Pick<Entitlement, 'codes'>) => codes.filter(c => c.voidedAt === null)
const School = z.object({ name: z.string(), accepts_payment: z.boolean(), accepts_access_code: z.boolean() })
const toSchool = ({ school }: Pick<Entitlement, 'school'>): z.infer<typeof School> => ({
  name: school.name,
  accepts_payment: school.acceptsPayment,
  accepts_access_code: school.acceptsAccessCode,
})

export const WireEnrollment = z.object({
  id: z.int(),
  email: z.string().nullable(),
  is_processed: z.boolean(),
  updated_at: z.string(),
  token: z.string(),
  session_id: z.string(),
  grade_passback_id: z.string().nullable(),
  coupons: z.array(z.object({ coupon_code: z.string(), product: z.object({ product_code: z.string().nullable() }) })),
  lti_course: z.object({
    context_title: z.string().nullable(),
    context_id: z.string(),
    context_label: z.string().nullable(),
    canvas_domain: z.string().nullable(),
    canvas_course_id: z.string().nullable(),
    products: z.array(ProductName),
    lti_consumer: School,
  }),
})

/**
 * Converts an enrollment for public calls. It contains the subject's own data only: of the school just its name and two
 * flags, and no ids of the card provider.
 */
export const toWireEnrollment = (enrollment: Entitlement): z.infer<typeof WireEnrollment> => {
  const { course } = enrollment
  return {
    id: enrollment.id,
    email: enrollment.email,
    is_processed: hasAccess(enrollment),
    updated_at: enrollment.updatedAt.toISOString(),
    token: enrollment.token,
    session_id: enrollment.sessionId,
    grade_passback_id: enrollment.gradePassbackId,
    coupons: liveCodes(enrollment).map(c => ({
      coupon_code: c.code,
      product: { product_code: course.products.find(p => p.id === c.productId)?.productCode ?? null },
    })),
    lti_course: {
      context_title: course.title,
      context_id: course.contextId,
      context_label: course.label,
      canvas_domain: course.canvasDomain,
      canvas_course_id: course.canvasCourseId,
      products: course.products.map(toProductName),
      lti_consumer: toSchool(enrollment),
    },
  }
}

const WireMembership = z.object({
  email: z.string().nullable(),
  role: z.string(),
  token: z.string(),
  is_processed: z.boolean(),
  processed_at: z.string().nullable(),
  session_id: z.string(),
  coupon: z.object({ coupon_code: z.string() }).nullable(),
  context: z.object({
    context_id: z.string(),
    context_title: z.string().nullable(),
    context_label: z.string().nullable(),
    product: ProductName.nullable(),
    deployment: School,
  }),
})

/** The fields that public and staff calls share. */
const membershipFields = (membership: Entitlement) => {
  const [code] = liveCodes(membership)
  return {
    email: membership.email,
    role: roleLetter[membership.role],
    token: membership.token,
    is_processed: hasAccess(membership),
    processed_at: membership.processedAt?.toISOString() ?? null,
    session_id: membership.sessionId,
    coupon: code ? { coupon_code: code.code } : null,
  }
}
const contextFields = (course: Entitlement['course']) => {
  const [product] = course.products
  return {
    context_id: course.contextId,
    context_title: course.title,
    context_label: course.label,
    product: product ? toProductName(product) : null,
  }
}

/** Converts a membership for public calls: no classmates, and of the school only its name and two flags. */
export const toWireMembership = (membership: Entitlement): z.infer<typeof WireMembership> => ({
  ...membershipFields(membership),
  context: { ...contextFields(membership.course), deployment: toSchool(membership) },
})

export const getEnrollmentCall = {
  tags: payPageTags,
  summary: 'Returns the enrollment of a token.',
  body: z.object({ enroll_token: z.string() }).meta({ examples: [{ enroll_token: 'e_TOKEN' }] }),
  response: answers(z.object({ lti_enrollment: WireEnrollment })),
}
export const getMembershipCall = {
  tags: payPageTags,
  summary: 'Returns the membership of a token.',
  querystring: z.object({ token: z.string() }),
  response: answers(z.object({ membership: WireMembership })),
}

const isTest = z.boolean().describe('The last launch had the TestUser role.')

const StaffEnrollment = WireEnrollment.extend({
  is_test: isTest,
  processed_at: z.string().nullable(),
  source: z.enum(sources).nullable(),
  stripe_event_id: z.string().nullable(),
})

export const toStaffEnrollment = (e: Entitlement): z.infer<typeof StaffEnrollment> => ({
  ...toWireEnrollment(e),
  is_test: e.isTest,
  processed_at: e.processedAt?.toISOString() ?? null,
  source: e.source,
  stripe_event_id: e.stripeEventId,
})

export const StaffMembership = WireMembership.extend({
  id: z.int(),
  is_test: isTest,
  source: z.enum(sources).nullable(),
  stripe_event_id: z.string().nullable(),
  context: WireMembership.shape.context.extend({
    activations: z.array(Activation),
    memberships: z.array(z.object({ email: z.string().nullable(), role: z.string(), token: z.string() })),
    deployment: z.object({ credential: z.object({ platform: z.object({ iss: z.string() }) }) }),
  }),
})

/** A membership with its course and the other members of the course. */
export interface MembershipView {
  entitlement: Entitlement
  course: StaffCourse
  members: Pick<Entitlement, 'email' | 'role' | 'token'>[]
}

export const toStaffMembership = ({
  entitlement,
  course,
  members,
}: MembershipView): z.infer<typeof StaffMembership> => ({
  ...membershipFields(entitlement),
  id: entitlement.id,
  is_test: entitlement.isTest,
  source: entitlement.source,
  stripe_event_id: entitlement.stripeEventId,
  context: {
    ...contextFields(course),
    activations: toWireActivations(course),
    memberships: members.map(m => ({ email: m.email, role: roleLetter[m.role], token: m.token })),
    deployment: { credential: { platform: { iss: course.school.key } } },
  },
})

const tags = ['People']
const token = z.object({ token: z.string() })
const setBody = token.extend({ reason: z.string().max(500).optional() })
const unsetBody = setBody.extend({
  /** Must be true to remove a person who paid by card. */
  confirm: z.boolean().optional(),
})
const unprocessSummary =
  "Removes the person's access and voids their codes. A person who paid by card gets no refund, so that removing them needs `confirm`."

/** Makes the calls about one person in one course. */
const callsFor = <Response>(kind: EntitlementKind, response: Response) => ({
  find: { tags, summary: `Finds the ${kind} of a token.`, body: token, response },
  process: { tags, summary: 'Gives the person access. Idempotent.', body: setBody, response },
  unprocess: { tags, summary: unprocessSummary, body: unsetBody, response },
})
export const enrollmentCalls = callsFor('enrollment', answers(z.object({ lti_enrollment: StaffEnrollment })))
export const membershipCalls = callsFor('membership', answers(z.object({ membership: StaffMembership })))

const email = z.object({ email: z.string() }).meta({ examples: [{ email: 'ana@school.example' }] })

export const listEnrollmentsCall = {
  tags,
  summary: 'Lists the enrollments of an email. Ignores case.',
  body: email,
  response: answers(z.object({ lti_enrollments: z.array(StaffEnrollment) })),
}
export const listMembershipsCall = {
  tags,
  summary: 'Lists the memberships of an email. Ignores case.',
  body: email,
  response: answers(z.object({ memberships: z.array(StaffMembership) })),
}

/** HTTP statuses of the reasons to refuse a student's code. */
export const redeemStatus: Statuses<RedeemReason> = {
  ...gateStatus,
  ...withStatus(404, 'token_not_found', 'code_unknown', 'code_expired', 'code_not_used_here'),
  removed_from_course: 409,
  too_many_wrong_codes: 429,
  code_busy: 503,
}

const CodeReply = z.object({
  status: z.enum(codeStatuses),
  message: z.string(),
  /** The reason that an `OK` changed nothing. */
  reason: z.enum(unchangedReasons).optional(),
  products: z.array(z.object({ id: z.int(), name: z.string(), coupon_code: z.string().nullable(), paid: z.boolean() })),
})
export type CodeReply = z.infer<typeof CodeReply>

/** Converts the answer to a code: status, sentence, and the products the course needs. */
export const toCodeReply = (answer: CodeAnswer, at: Partial<Shown> = {}): CodeReply => ({
  status: answer.status,
  message: codeAnswerText(answer, at),
  ...(answer.unchanged ? { reason: answer.unchanged } : {}),
  products: answer.needs.map(n => ({ id: n.id, name: n.product, coupon_code: n.code, paid: n.paid })),
})

const agreed = z.boolean().optional()
const text = z.string().max(1000)

export const verifyCouponCodeCall = {
  tags: payPageTags,
  summary: 'Redeems an access code for an enrollment or membership.',
  body: z
    .object({ enroll_token: z.string(), coupon_code: z.string(), agreed })
    .meta({ examples: [{ enroll_token: 'e_TOKEN', coupon_code: 'DEMO-ASL1-0001', agreed: true }] }),
  response: answers(CodeReply),
}
export const verifyAccessCodeCall = {
  tags: payPageTags,
  summary: 'The same for a membership. An LTI 1.3 course has one product, so that one code is enough.',
  body: z.object({ token: z.string(), access_code: z.string(), agreed }),
  response: answers(CodeReply),
}

export const payCouponCodeCall = {
  tags: payPageTags,
  summary: 'The same on the payment page with sign-up. A join token needs the email that this browser verified.',
  body: z.object({ enroll_token: text, email: text.optional(), coupon_code: text, agreed }),
  response: answers(CodeReply),
}
