/** What the product knows of a card provider's objects: its words where they are facts, none of its types. */

/** Minor units, and the currency in lower case: 4900 of 'usd'. */
export interface Money {
  amount: number
  currency: string
}

export interface CardPrice extends Money {
  id: string
  active: boolean
  oneTime: boolean
  livemode: boolean
  /** The provider's product, since products change too. */
  product: string
}

/** One line of a checkout. `amount` is what the customer pays for it, tax included. */
export interface CardLine {
  priceId: string
  quantity: number
  amount: number
}

/** The provider's Checkout Session, as it stands when it is read. */
export interface CardSession {
  id: string
  /** Where the customer pays; only while it is open. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** The customer was done, and then the payment failed. */
  failed: boolean
  livemode: boolean
  currency: string
  /** Before tax. */
  subtotal: number
  /** What is paid. */
  total: number
  paymentIntent: string | null
  /** Given by the customer or by us. */
  email: string | null
  expiresAt: Date
  metadata: Record<string, string>
  lines: CardLine[]
  /** How much of it the charge says has gone back, where it was asked for. */
  refunded: number | null
}

/** What a checkout is made of. Products, lines and amounts are the server's choice alone. */
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

/** What happens to a payment after it was made, as an event or the provider itself tells it. */
export type PaymentFact = ChargeFact | RefundFact | DisputeFact

export interface ChargeFact {
  kind: 'charge'
  paymentIntent: string
  charged: number
  /** How much has gone back by now. */
  refunded: number
}

export interface RefundFact {
  kind: 'refund'
  paymentIntent: string
  refundId: string
  amount: number
  state: RefundState
  /** What it takes back, where it was ours. */
  products: number[]
}

export interface DisputeFact {
  kind: 'dispute'
  paymentIntent: string
  disputeId: string
  state: DisputeState
}

/** What an event is about, in the order the provider likes: any. */
export type CardEventAbout =
  | { kind: 'session'; sessionId: string; failed: boolean }
  | PaymentFact
  | { kind: 'price'; priceId: string }
  | { kind: 'product'; product: string }
  | { kind: 'other' }

/** An event whose signature holds. */
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
 * The provider did not do what it was asked. 'away': nobody knows, the same call may be made again. 'refused': it said no,
 * and asking again is no use. The message is for staff and the log.
 */
export class CardProviderError extends Error {
  readonly reason: 'away' | 'refused'
  constructor(reason: 'away' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CardProviderError'
    this.reason = reason
  }
}

/** A price as the provider told it last. */
export interface KnownPrice extends Money {
  priceId: string
  /** Active, one-time and of our mode: else it is not shown, and not sold. */
  sells: boolean
  fetchedAt: Date
}

/** A formatter costs a hundred times what it then does: one for each currency. */
const formats = new Map<string, Intl.NumberFormat>()

/** '$49.00' of 4900 'usd'; currencies without minor units are counted in whole ones. */
export const moneyText = ({ amount, currency }: Money): string => {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  formats.set(currency, format)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
