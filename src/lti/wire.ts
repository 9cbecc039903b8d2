import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { roleLetter } from '#src/access/rules/role.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import type { CodeReply } from '#src/payments/rules/pay-page.ts'

/**
 * Converts an enrollment to its JSON for public calls. It contains the subject's own data only: of the school just its
 * name and two flags, and no ids of the card provider.
 */
export const wireEnrollment = (enrollment: Entitlement) => ({
  id: enrollment.id,
  email: enrollment.email,
  is_processed: hasAccess(enrollment),
  updated_at: enrollment.updatedAt.toISOString(),
  token: enrollment.token,
  session_id: enrollment.sessionId,
  grade_passback_id: enrollment.gradePassbackId,
  coupons: enrollment.codes
    .filter(c => c.voidedAt === null)
    .map(c => ({
      coupon_code: c.code,
      product: { product_code: enrollment.course.products.find(p => p.id === c.productId)?.productCode ?? null },
    })),
  lti_course: {
    context_title: enrollment.course.title,
    context_id: enrollment.course.contextId,
    context_label: enrollment.course.label,
    canvas_domain: enrollment.course.canvasDomain,
    canvas_course_id: enrollment.course.canvasCourseId,
    products: enrollment.course.products.map(p => ({ id: p.id, product_code: p.productCode, name: p.name })),
    lti_consumer: {
      name: enrollment.school.name,
      accepts_payment: enrollment.school.acceptsPayment,
      accepts_access_code: enrollment.school.acceptsAccessCode,
    },
  },
})

/**
 * Converts a membership to its JSON for public calls. It contains no classmates, and of the school only its name and
 * two flags.
 */
export const wireMembership = (membership: Entitlement) => {
  const { course, school } = membership
  const code = membership.codes.find(c => c.voidedAt === null)
  const [product] = course.products
  return {
    email: membership.email,
    role: roleLetter[membership.role],
    token: membership.token,
    is_processed: hasAccess(membership),
    processed_at: membership.processedAt?.toISOString() ?? null,
    session_id: membership.sessionId,
    coupon: code ? { coupon_code: code.code } : null,
    context: {
      context_id: course.contextId,
      context_title: course.title,
      context_label: course.label,
      product: product ? { id: product.id, product_code: product.productCode, name: product.name } : null,
      deployment: {
        name: school.name,
        accepts_payment: school.acceptsPayment,
        accepts_access_code: school.acceptsAccessCode,
      },
    },
  }
}

/** Converts the reply to an access code: status, message, and the products the course needs. */
export const wireCodeReply = (reply: CodeReply) => ({
  status: reply.status,
  message: reply.message,
  products: reply.needs.map(n => ({ id: n.id, name: n.product, coupon_code: n.code, paid: n.paid })),
})

/** Converts the course of a join link to JSON, with only the school settings that the form needs. */
export const wireJoinCourse = (course: JoinCourse, live: boolean) => ({
  id: course.id,
  name: courseName(course),
  teachers: course.teachers.map(t => ({ id: t.id, display_name: t.name })),
  products: course.products.map(p => ({
    product_code: p.productCode,
    name: p.name,
    stripe_price_id: p.stripePriceId,
    units_for_teacher: p.unitsForTeacher,
  })),
  canvas_course_id: course.canvasCourseId,
  live,
  accepts_payment: course.school.acceptsPayment,
  accepts_access_code: course.school.acceptsAccessCode,
  email_domain: course.emailDomain,
})
