import type { School } from '#src/schools/rules/school.ts'

/** Reasons that the card button is unavailable or shows no price. */
type CardHint = 'card_not_set_up' | 'card_not_set_up_use_code' | 'price_unknown'

/** The reasons that replace the card button by a sentence. */
export const isNoProvider = (hint: CardHint | null): boolean =>
  hint === 'card_not_set_up' || hint === 'card_not_set_up_use_code'

/** Returns the reason that replaces the card button while no card provider is set up. */
export const noProviderReason = ({ acceptsAccessCode }: Pick<School, 'acceptsAccessCode'>) =>
  acceptsAccessCode ? 'card_not_set_up_use_code' : 'card_not_set_up'

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
