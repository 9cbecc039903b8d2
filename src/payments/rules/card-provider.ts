import type { DisputeState } from '#src/access/rules/payment.ts'
import type { Money } from '#src/core/rules/money.ts'

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
