import * as z from 'zod'
import { ActivateForm } from '#src/courses/rules/activate-form.ts'
import { activationMessages } from '#src/courses/rules/activation.ts'
import { type Call, call, refuse, toRefusal } from '#src/http/staff-calls.ts'
import { wireCourse, wireStaffMembership } from './wire.ts'

const LtiCourseBody = z.object({
  lti_course: z.object({
    product_ids: z.array(z.number().int()).max(100),
    allows_wts: z.boolean().optional(),
    accepts_payment: z.boolean().optional(),
    accepts_access_code: z.boolean().optional(),
    expires_at: z.iso.datetime({ offset: true }).nullish(),
  }),
  lti_course_id: z.number().int().optional(),
})

export const courseCalls = (now: () => Date): Call[] => [
  call({
    method: 'GET',
    path: '/api/lti_courses/:id',
    does: 'Finds a course by our id, or by a unique context id.',
    answers: ['lti_course'],
    async run({ params, modules }) {
      const course = await modules.courses.findLtiCourse(params.id ?? '')
      if (!course) return refuse(404, activationMessages.notFound)
      return course === 'ambiguous'
        ? refuse(409, activationMessages.ambiguous)
        : { lti_course: wireCourse(course, now()) }
    },
  }),
  call({
    method: 'GET',
    path: '/twa/get_lti_courses/:id',
    does: 'Lists the courses with this context id, which is unique only within one school.',
    answers: ['lti_courses'],
    async run({ params, modules }) {
      const courses = await modules.courses.findLtiCourses(params.id ?? '')
      if (courses.length === 0) return refuse(404, activationMessages.notFound)
      return { lti_courses: courses.map(c => wireCourse(c, now())) }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/activate_lti_course/:context_id',
    does: 'Sets the products and settings of an LTI 1.1 course. Omitted fields stay unchanged.',
    answers: ['lti_course'],
    body: LtiCourseBody,
    async run({ params, body, staff, modules }) {
      const c = body.lti_course
      const result = await modules.courses.activateLtiCourse({
        contextId: params.context_id ?? '',
        courseId: body.lti_course_id,
        productIds: c.product_ids,
        allowsWts: c.allows_wts,
        acceptsPayment: c.accepts_payment,
        acceptsAccessCode: c.accepts_access_code,
        expiresAt: c.expires_at == null ? (c.expires_at as null | undefined) : new Date(c.expires_at),
        by: staff,
      })
      return result.kind === 'refused' ? toRefusal(result) : { lti_course: wireCourse(result.course, now()) }
    },
  }),
  call({
    method: 'POST',
    path: '/twa/activate_course',
    does: 'Sets the product of an LTI 1.3 context, by the token of any member.',
    answers: ['membership', 'coupon_code'],
    body: z.object({ token: z.string(), product_code: z.string().optional(), create_coupon: z.boolean().optional() }),
    async run({ body, staff, modules }) {
      if (body.token.trim() === '') return refuse(422, activationMessages.token, 'token')
      const checked = ActivateForm.safeParse(body)
      if (!checked.success) return refuse(422, activationMessages.product, 'product_code')
      const { token, product_code: productCode } = checked.data
      const result = await modules.codes.activateCourse(
        { token, productCode, createCoupon: body.create_coupon ?? false },
        staff,
      )
      if (result.kind === 'refused') return toRefusal(result)
      const view = await modules.staff.viewEntitlement(token, staff, 'membership')
      return { membership: view && wireStaffMembership(view), coupon_code: result.couponCode }
    },
  }),
]
