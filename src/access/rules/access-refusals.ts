import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { activationMessages, courseRefusals } from '#src/courses/rules/activation.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { rowFaults } from './code-imports.ts'
import { calledName, type Entitlement } from './entitlement.ts'

export const processMessages = {
  processed: (name: string) => `Processed: ${name} has access.`,
  unprocessed: (name: string) => `Un-processed: ${name} has no access.`,
  rotated: 'This person has a new link. The old link no longer works. Their next launch or sign-up opens the new one.',
  reason: adminMessages.reason,
} as const

/** Describes the effects of removing a person who paid by card, for staff to read before they confirm. */
export const describeRemoval = (entitlement: Entitlement): string[] => {
  const live = entitlement.codes.filter(c => c.voidedAt === null).length
  return [
    `${calledName(entitlement)} loses access to ${courseName(entitlement.course)}.`,
    ...(live > 0
      ? [`${live === 1 ? '1 code is' : `${live} codes are`} voided, and ${live === 1 ? 'stays' : 'stay'} used.`]
      : []),
    'The payment no longer gives access. It is not refunded. To refund it too, use Payments.',
  ]
}

/** The usual reasons to let a person in without a code or payment, one button each. */
export const letInReasons = ['paid another way', 'code fails', 'school asked'] as const

/** Sentences of the reasons to refuse the lists of an email. */
export const emailRefusals = {
  enrollment_not_found: { message: adminMessages.enrollments },
  membership_not_found: { message: adminMessages.memberships },
} as const satisfies RefusalTexts

/** Sentences of the reasons to refuse the activation of an LTI 1.3 course. */
export const activationRefusals = {
  ...courseRefusals,
  token_required: { message: activationMessages.token, field: 'token' },
  product_required: { message: activationMessages.product, field: 'product_code' },
  membership_not_found: { message: adminMessages.membership, field: 'token' },
  product_not_found: { message: courseRefusals.product_not_found.message, field: 'product_code' },
  no_test_code_for_free: { message: rowFaults.free_product, field: 'create_coupon' },
} as const satisfies RefusalTexts

export type ActivationReason = keyof typeof activationRefusals
