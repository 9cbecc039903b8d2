import * as z from 'zod'
import { ProductName, toProductName } from '#src/courses/contract.ts'
import { type Entitlement, hasAccess } from './rules/entitlement.ts'

/** JSON of enrollments, for the calls of several modules. */

/** An enrollment for its own subject: of the school just its name and two flags, and no ids of the card provider. */
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
    lti_consumer: z.object({ name: z.string(), accepts_payment: z.boolean(), accepts_access_code: z.boolean() }),
  }),
})

export const toWireEnrollment = (enrollment: Entitlement): z.infer<typeof WireEnrollment> => ({
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
    products: enrollment.course.products.map(toProductName),
    lti_consumer: {
      name: enrollment.school.name,
      accepts_payment: enrollment.school.acceptsPayment,
      accepts_access_code: enrollment.school.acceptsAccessCode,
    },
  },
})
