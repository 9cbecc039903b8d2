/** Types of the card provider port: our own shapes, none of the provider's SDK types. */

/** Amount in minor units and currency in lower case: 4900 and 'usd'. */
export interface Money {
  amount: number
  currency: string
}

export interface CardPrice extends Money {
  id: string
  active: boolean
  oneTime: boolean
  livemode: boolean
  /** Id of the provider's product; its changes affect the price too. */
  product: string
}

/** One line of a checkout. `amount` is in minor units, tax included. */
export interface CardLine {
  priceId: string
  quantity: number
  amount: number
}

/** The provider's Checkout Session as last read. */
export interface CardSession {
  id: string
  /** Payment page; null unless the session is open. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** The customer completed the checkout, and the payment failed afterwards. */
  failed: boolean
  livemode: boolean
  currency: string
  /** Before tax. */
  subtotal: number
  /** Amount paid, tax included. */
  total: number
  paymentIntent: string | null
  /** Entered by the customer or sent by us. */
  email: string | null
  expiresAt: Date
  metadata: Record<string, string>
  lines: CardLine[]
  /** Amount refunded according to the charge; null if not requested. */
  refunded: number | null
}

/** Order for a checkout. Products, lines and amounts come from the server alone. */
export interface CardOrder {
  prices: string[]
  email: string | null
  clientReference: string
  successUrl: string
  cancelUrl: string
  metadata: Record<string, string>
}

export type RefundState = 'live' | 'failed'
export type DisputeState = 'open' | 'won' | 'lost'

/** A change to a payment after it was made, from an event or read from the provider. */
export type PaymentFact = ChargeFact | RefundFact | DisputeFact

export interface ChargeFact {
  kind: 'charge'
  paymentIntent: string
  charged: number
  /** Total refunded so far. */
  refunded: number
}

export interface RefundFact {
  kind: 'refund'
  paymentIntent: string
  refundId: string
  amount: number
  state: RefundState
  /** Products this refund reverses. Empty unless we made the refund. */
  products: number[]
}

export interface DisputeFact {
  kind: 'dispute'
  paymentIntent: string
  disputeId: string
  state: DisputeState
}

/** Subject of an event. Events arrive in any order. */
export type CardEventAbout =
  | { kind: 'session'; sessionId: string; failed: boolean }
  | PaymentFact
  | { kind: 'price'; priceId: string }
  | { kind: 'product'; product: string }
  | { kind: 'other' }

/** An event with a verified signature. */
export interface CardEvent {
  id: string
  type: string
  livemode: boolean
  at: Date
  about: CardEventAbout
}

export interface CardRefund {
  id: string
  amount: number
  state: RefundState
}

/**
 * A failed provider call. 'away': the outcome is unknown, retry the same call. 'refused': the provider rejected it, do
 * not retry. The message is for staff and the log.
 */
export class CardProviderError extends Error {
  readonly reason: 'away' | 'refused'
  constructor(reason: 'away' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CardProviderError'
    this.reason = reason
  }
}

/** Cached price of the provider. */
export interface KnownPrice extends Money {
  priceId: string
  /** Active, one-time and in our mode (live or test). Otherwise it is neither shown nor sold. */
  sells: boolean
  fetchedAt: Date
}

/** Cache of formatters by currency: creating one costs about 100 times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount: '$49.00' for 4900 'usd'. Handles currencies without minor units. */
export const moneyText = ({ amount, currency }: Money): string => {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  formats.set(currency, format)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
