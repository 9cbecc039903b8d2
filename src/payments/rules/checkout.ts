import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { gateRefusals } from '#src/courses/rules/join-course.ts'
import type { School } from '#src/schools/rules/school.ts'
import reasons from '#src/texts/en/reasons.ts'
import type { Texts } from '#src/texts/languages.ts'

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

/** Reasons that the card button is unavailable or shows no price. */
type CardHint = keyof Pick<Texts['reasons'], 'card_not_set_up' | 'card_not_set_up_use_code' | 'price_unknown'>

/** The reasons that replace the card button by a sentence. */
export const isNoProvider = (hint: CardHint | null): boolean =>
  hint === 'card_not_set_up' || hint === 'card_not_set_up_use_code'

/** Returns the reason that replaces the card button while no card provider is set up. */
export const noProviderReason = (
  school: Pick<School, 'acceptsAccessCode'>,
): 'card_not_set_up' | 'card_not_set_up_use_code' =>
  school.acceptsAccessCode ? 'card_not_set_up_use_code' : 'card_not_set_up'

/** Price of each uncovered product, and the total. */
export interface PriceList {
  lines: { id: number; text: string }[]
  total: string
}

/** Products that a person can pay by card now. */
export interface CardOffer {
  /** Null if unknown; the provider shows the price before payment. */
  prices: PriceList | null
  hint: CardHint | null
  /** State of an earlier payment that the person should know about. */
  earlier: 'pending' | 'unknown' | 'flagged' | 'failed' | 'refunded' | null
  /** True if the page must ask for an email for the receipt. */
  asksEmail: boolean
  /** True in test mode, which the page shows. */
  test: boolean
  /** True while a payment is pending, flagged or not known yet, so that nobody pays twice. */
  waiting: boolean
}
