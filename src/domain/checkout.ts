import type { School } from './school.ts'

/** What stands at the card button as long as no card provider is set up. */
export const notSetUp = (school: Pick<School, 'acceptsAccessCode'>): string =>
  school.acceptsAccessCode
    ? 'Card payment is not set up yet. Use an access code, or ask your teacher.'
    : 'Card payment is not set up yet. Ask your teacher.'

export const checkoutMessages = {
  /** The card provider did not answer: nobody was charged, since nobody was asked to pay yet. */
  away: 'The card service does not answer. Nothing was charged. Please try again in a minute.',
  refused: 'The card service did not take this order. Nothing was charged. Please write to us.',
  flagged: 'Your payment came in and our staff look at it. You do not need to pay again.',
  tooMany: 'Too many checkouts were opened from this page. Wait a few minutes and try again.',
  pending: 'Your payment is on its way and not confirmed yet. You do not need to pay again.',
  cancelled: 'You did not pay. Nothing was charged.',
  failed: 'Your last payment did not go through. Nothing was charged. You can pay again.',
  refunded:
    'You got a refund: the money goes back to the card that paid, which can take 10 days. To enter the course again, you need what stands below.',
  priceUnknown: 'You will see the price before you pay.',
  receipt: 'Your LMS does not tell us your email. Where shall the receipt go?',
} as const

/** Stands alone: it is all that the browser's side of the payment page says of these. */
export const testModeMessage = 'Test mode: no real money moves.'

/** Each open product's price, and their sum. */
export interface PriceList {
  lines: { id: number; text: string }[]
  total: string
}

/** What the agree step says about paying by card. */
export interface CardOffer {
  /** Null: not known now; the provider shows it before anything is paid. */
  prices: PriceList | null
  /** Why there is nothing to press, or what to know before pressing. */
  note: string | null
  /** How a payment stands that was made before: on its way, looked at, failed, given back. */
  stands: string | null
  /** The LMS gave no address for the receipt. */
  asksEmail: boolean
  /** No real money moves: the page says so. */
  test: boolean
  /** A payment is on its way or is looked at: nobody should pay twice. */
  waiting: boolean
}
