import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { accessDateRefusals } from '#src/courses/rules/access-end.ts'
import { activationMessages, courseRefusals } from '#src/courses/rules/activation.ts'
import { rowFaults } from './code-import.ts'

/** Sentences of the reasons to refuse the activation of an LTI 1.3 course. */
export const activationRefusals = {
  token_required: { message: activationMessages.token, field: 'token' },
  product_required: { message: activationMessages.product, field: 'product_code' },
  membership_not_found: { message: adminMessages.membership, field: 'token' },
  product_not_found: { message: courseRefusals.product_not_found.message, field: 'product_code' },
  no_test_code_for_free: { message: rowFaults.free_product, field: 'create_coupon' },
  course_changed: courseRefusals.course_changed,
  ...accessDateRefusals,
} as const satisfies RefusalTexts

export type ActivationReason = keyof typeof activationRefusals
