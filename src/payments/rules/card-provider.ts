import type { DisputeState } from '#src/access/rules/payment.ts'
import type { Money } from '#src/core/rules/money.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** Version of Stripe's API. Pinned, so that responses change only when we change this line. `setup` uses it too. */
export const STRIPE_VERSION = '2026-10-28.endive'

export interface CardPrice extends Money {
  id: string
  active: boolean
  oneTime: boolean
  livemode: boolean
  /** Id of the provider's product; its changes affect the price too. */
  product: string
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
  /** `amount` is in minor units, tax included. */
  lines: { priceId: string; quantity: number; amount: number }[]
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

/** A change to a payment after it was made, from an event or read from the provider. A charge has its total refunds. */
export type PaymentFact =
  | { kind: 'charge'; paymentIntent: string; charged: number; refunded: number }
  | RefundFact
  | DisputeFact

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
  /** Deadline of the provider for an answer. */
  dueAt: Date | null
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

export interface RefundOrder {
  paymentIntent: string
  amount: number
  /** The products that lose their coverage. Written to the refund, so that its event alone is enough; may be empty. */
  productIds: number[]
}

export type CardRefund = { id: string } & Pick<RefundFact, 'amount' | 'state'>

/**
 * A failed provider call. 'away': the outcome is unknown, retry the same call. 'refused': the provider rejected it, do
 * not retry. The message is for staff and the log.
 */
export class CardProviderError extends Error {
  readonly reason: 'away' | 'refused'
  /**
   * The provider answered, and repeats this answer to each further request with the same idempotency key. Without an
   * answer it may have done what was asked, so a retry must use the same key.
   */
  readonly isAnswer: boolean
  constructor(reason: 'away' | 'refused', message: string, options: ErrorOptions & { isAnswer: boolean }) {
    super(message, options)
    this.name = 'CardProviderError'
    this.reason = reason
    this.isAnswer = options.isAnswer
  }
}

/** The port to the card provider. All calls throw CardProviderError; lists are newest first. */
export interface CardGateway {
  /** The same key and order return the same session, or the same error, for 24 hours. */
  createSession(order: CardOrder, key: string): Promise<CardSession>
  /** Returns null if the provider has no such session. */
  findSession(id: string): Promise<CardSession | null>
  /** Does nothing if the session is no longer open. */
  expireSession(id: string): Promise<void>
  /** Lists every session created since then. */
  listSessions(since: Date): AsyncIterable<CardSession>
  /** Returns null if the provider has no such price. */
  findPrice(id: string): Promise<CardPrice | null>
  /** The same key and order return the same refund, or the same error, for 24 hours. */
  refund(refund: RefundOrder, key: string): Promise<CardRefund>
  /** Lists every refund of a payment in its current state. */
  listRefundsOf(paymentIntent: string): AsyncIterable<RefundFact>
  /** Lists every refund, or dispute, created since then, in its current state. */
  listRefunds(since: Date): AsyncIterable<RefundFact>
  listDisputes(since: Date): AsyncIterable<DisputeFact>
  /** Returns null if the provider has no such dispute. */
  findDispute(id: string): Promise<DisputeFact | null>
  /** Returns null if no secret matches the signature, or if it is older than five minutes. */
  readEvent(body: Buffer, signature: string, now: Date): Promise<CardEvent | null>
}

/** Sentences of the reasons to refuse an event of the card provider. */
export const webhookRefusals = {
  signature_invalid: { message: 'The signature is not valid.' },
  webhook_not_set_up: { message: 'Not found' },
} as const satisfies RefusalTexts

export type WebhookReason = keyof typeof webhookRefusals
