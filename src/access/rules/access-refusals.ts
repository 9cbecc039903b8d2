import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { entitlementMessages } from './entitlement.ts'
import { processMessages } from './process-messages.ts'

/** Sentences of the reasons to refuse a call about a person in a course. */
export const accessRefusals = {
  /** For students; the others are for staff. */
  token_not_found: { message: entitlementMessages.tokenNotFound },
  not_found: { message: adminMessages.notFound },
  enrollment_not_found: { message: adminMessages.enrollment },
  membership_not_found: { message: adminMessages.membership },
  enrollment_or_membership_not_found: { message: adminMessages.neither },
  enrollments_not_found: { message: adminMessages.enrollments },
  memberships_not_found: { message: adminMessages.memberships },
  reason_required: { message: processMessages.reason, field: 'reason' },
  removal_unconfirmed: {
    message: 'This person paid by card and gets no refund. To remove them, send `confirm` as true.',
    field: 'confirm',
  },
} as const satisfies RefusalTexts

export type AccessReason = keyof typeof accessRefusals
