import type { CardHint } from './checkout-messages.ts'

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
