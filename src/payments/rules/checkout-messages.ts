import { agreeMessage, entitlementMessages } from '#src/access/rules/entitlement.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { gateRefusals } from '#src/courses/rules/course.ts'
import type { School } from '#src/schools/rules/school.ts'
import { receiptEmailRefusals } from './receipt-email.ts'

export const checkoutMessages = {
  flagged: 'We have your payment, and our staff are checking it. You do not need to pay again.',
  pending: 'We are still confirming your payment. You do not need to pay again.',
  cancelled: 'You left before you paid. Nothing was charged.',
  failed: 'Your last payment did not go through. Nothing was charged. You can pay again.',
  refunded:
    'You got a refund. It can take 10 days to reach your card. To use the course again, follow the steps below.',
} as const

const confirmingTitle = 'We are confirming your payment'

/**
 * Heading and text while a payment is not confirmed. `unknown`: the provider does not answer, so the person may have
 * paid or not.
 */
export const confirmingTexts = {
  pending: {
    title: confirmingTitle,
    text: 'This can take a moment, or days for a bank transfer. You do not need to pay again. You can close this page. Your course opens once we confirm the payment.',
  },
  unknown: {
    title: confirmingTitle,
    text: 'This can take a moment. You do not need to pay again. If you left before you paid, try again in a minute.',
  },
} as const

/** In both cases no checkout was open, so no charge is possible. */
const away = 'The card service is not answering. Nothing was charged. Try again in a minute.'

/** Sentences of the reasons to refuse a checkout. */
export const checkoutRefusals = {
  token_not_found: { message: entitlementMessages.tokenNotFound },
  terms_not_agreed: { message: agreeMessage },
  ...gateRefusals,
  card_not_set_up: { message: 'Card payment is not set up yet. Ask your teacher.' },
  card_not_set_up_use_code: {
    message: 'Card payment is not set up yet. Use an access code, or ask your teacher.',
  },
  ...receiptEmailRefusals,
  too_many_checkouts: { message: 'You started too many payments. Wait a few minutes, then try again.' },
  payment_pending: { message: checkoutMessages.pending },
  payment_under_review: { message: checkoutMessages.flagged },
  /** The needed products changed repeatedly while the checkout was created. */
  checkout_outdated: { message: away },
  checkout_refused: { message: 'The card service refused this order. Nothing was charged. Please write to us.' },
  checkout_provider_away: { message: away },
  checkout_unchecked: {
    message: 'The card service is not answering, so we cannot see your last payment yet. Try again in a minute.',
  },
} as const satisfies RefusalTexts

export type CheckoutReason = keyof typeof checkoutRefusals

/** Sentences beside the card button: why it is unavailable, or why it shows no price. */
export const cardHints = {
  card_not_set_up: checkoutRefusals.card_not_set_up.message,
  card_not_set_up_use_code: checkoutRefusals.card_not_set_up_use_code.message,
  price_unknown: 'You will see the price before you pay.',
} as const

/** The reasons that replace the card button by a sentence. */
export const isNoProvider = (hint: keyof typeof cardHints | null): boolean =>
  hint === 'card_not_set_up' || hint === 'card_not_set_up_use_code'

/** Returns the reason that replaces the card button while no card provider is set up. */
export const noProviderReason = (
  school: Pick<School, 'acceptsAccessCode'>,
): 'card_not_set_up' | 'card_not_set_up_use_code' =>
  school.acceptsAccessCode ? 'card_not_set_up_use_code' : 'card_not_set_up'
