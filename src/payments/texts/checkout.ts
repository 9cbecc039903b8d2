import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { gateRefusals } from '#src/courses/texts/join-course.ts'
import reasons from '#src/texts/en/reasons.ts'

/** Sentences of the reasons to refuse a checkout. */
export const checkoutRefusals = {
  token_not_found: { message: reasons.token_not_found },
  terms_not_agreed: { message: reasons.terms_not_agreed },
  ...gateRefusals,
  card_not_set_up: { message: reasons.card_not_set_up },
  card_not_set_up_use_code: { message: reasons.card_not_set_up_use_code },
  receipt_email_required: { message: reasons.receipt_email_required, field: 'receipt_email' },
  receipt_email_invalid: { message: reasons.receipt_email_invalid, field: 'receipt_email' },
  too_many_checkouts: { message: reasons.too_many_checkouts },
  payment_pending: { message: reasons.payment_pending },
  payment_under_review: { message: reasons.payment_under_review },
  /** The needed products changed repeatedly while the checkout was created. */
  checkout_outdated: { message: reasons.checkout_outdated },
  checkout_refused: { message: reasons.checkout_refused },
  checkout_provider_away: { message: reasons.checkout_provider_away },
  checkout_unchecked: { message: reasons.checkout_unchecked },
} as const satisfies RefusalTexts

export type CheckoutReason = keyof typeof checkoutRefusals
