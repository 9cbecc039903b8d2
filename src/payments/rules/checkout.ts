import type { School } from '#src/schools/rules/school.ts'

/** Returns the message that replaces the card button while no card provider is set up. */
export const notSetUp = (school: Pick<School, 'acceptsAccessCode'>): string =>
  school.acceptsAccessCode
    ? 'Card payment is not set up yet. Use an access code, or ask your teacher.'
    : 'Card payment is not set up yet. Ask your teacher.'

export const checkoutMessages = {
  /** The checkout was never created, so no charge is possible. */
  away: 'The card service is not answering. Nothing was charged. Try again in a minute.',
  refused: 'The card service refused this order. Nothing was charged. Please write to us.',
  flagged: 'We have your payment, and our staff are checking it. You do not need to pay again.',
  tooMany: 'You started too many payments. Wait a few minutes, then try again.',
  pending: 'We are still confirming your payment. You do not need to pay again.',
  cancelled: 'You left before you paid. Nothing was charged.',
  failed: 'Your last payment did not go through. Nothing was charged. You can pay again.',
  refunded:
    'You got a refund. It can take 10 days to reach your card. To use the course again, follow the steps below.',
  priceUnknown: 'You will see the price before you pay.',
  receipt: 'Your LMS does not share your email. Where should we send your receipt?',
} as const

/** A separate export because the island uses only this one. */
export const testModeMessage = 'Test mode: no real money moves.'

/** Price of each uncovered product, and the total. */
export interface PriceList {
  lines: { id: number; text: string }[]
  total: string
}

/** Card payment as the agree step shows it. */
export interface CardOffer {
  /** Null if unknown; the provider shows the price before payment. */
  prices: PriceList | null
  /** Reason why card payment is unavailable, or a hint. */
  note: string | null
  /** State of an earlier payment: pending, flagged, failed or refunded. */
  stands: string | null
  /** True if the page must ask for an email for the receipt. */
  asksEmail: boolean
  /** True in test mode, which the page shows. */
  test: boolean
  /** True while a payment is pending or flagged, so that nobody pays twice. */
  waiting: boolean
}
