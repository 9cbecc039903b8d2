import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalText, RefusalTexts } from '#src/core/rules/outcome.ts'
import reasons from '#src/texts/en/reasons.ts'
import { processMessages } from '../rules/access-refusals.ts'
import { type MoveRefused, moveRefusals } from '../rules/code-moves.ts'

/** Sentences of the reasons to refuse a call about a person in a course. */
export const accessRefusals = {
  /** For students; the others are for staff. */
  token_not_found: { message: reasons.token_not_found },
  enrollment_not_found: { message: adminMessages.enrollment },
  membership_not_found: { message: adminMessages.membership },
  /** A token of neither kind. */
  entitlement_not_found: { message: adminMessages.neither },
  reason_required: { message: processMessages.reason, field: 'reason' },
  removal_unconfirmed: {
    message: 'This person paid by card and gets no refund. To remove them, send `confirm` as true.',
    field: 'confirm',
  },
} as const satisfies RefusalTexts

/** Sentences of the reasons to refuse processing or unprocessing. */
export const processRefusals = {
  ...accessRefusals,
  entitlement_not_found: { message: adminMessages.notFound },
} as const satisfies RefusalTexts

export type AccessReason = keyof typeof accessRefusals

export const moveRefusalText = (refused: MoveRefused): RefusalText =>
  refused.reason === 'target_needs_no_product'
    ? { message: reasons.code_not_used_here(refused.product), field: 'to_token' }
    : moveRefusals[refused.reason]
