import * as z from 'zod'
import { toStaffMembership } from '#src/access/contract.ts'
import { ActivateForm } from '#src/courses/rules/activate-form.ts'
import { activationMessages } from '#src/courses/rules/activation.ts'
import { type Call, call, refuse, toRefusal } from '#src/http/staff-calls.ts'

export const courseCalls: Call[] = [
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
      return { membership: view && toStaffMembership(view), coupon_code: result.couponCode }
    },
  }),
]
