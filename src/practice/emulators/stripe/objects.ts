import type Stripe from 'stripe'

/** Stripe's test cards, and two delayed bank transfers. The page never asks for card numbers. */
export const cards = {
  '4242': { number: '4242 4242 4242 4242', says: 'Paid', outcome: 'paid' },
  '0002': { number: '4000 0000 0000 0002', says: 'Declined', outcome: 'declined' },
  secure: { number: '4000 0027 6000 3184', says: 'Paid once the bank confirms it (3-D Secure)', outcome: 'asks' },
  '0259': { number: '4000 0000 0000 0259', says: 'Paid, then disputed', outcome: 'disputed' },
  bank: { number: 'Bank transfer', says: 'Paid a few seconds later', outcome: 'delayed' },
  bank_fails: { number: 'Bank transfer, empty account', says: 'Fails a few seconds later', outcome: 'delayed-fails' },
} as const

export type Card = keyof typeof cards

export const isCard = (given: unknown): given is Card => typeof given === 'string' && Object.hasOwn(cards, given)

type Metadata = Record<string, string>

/** Stripe's objects, with the fields that clients read. */
export type Price = Pick<Stripe.Price, 'id' | 'object' | 'active' | 'type' | 'livemode' | 'currency'> & {
  unit_amount: number
  product: string
}

export type Line = { id: string; object: 'item'; currency: string; price: Price } & Record<
  'quantity' | 'amount_subtotal' | 'amount_tax' | 'amount_total',
  number
>

type ChargeFields = 'id' | 'object' | 'amount' | 'amount_refunded' | 'refunded' | 'disputed' | 'paid' | 'livemode'
export type Charge = Pick<Stripe.Charge, ChargeFields | 'status' | 'currency'> & {
  payment_intent: string
  metadata: Metadata
}

export type PaymentIntent = Pick<Stripe.PaymentIntent, 'id' | 'object' | 'amount' | 'livemode' | 'status'> & {
  metadata: Metadata
  latest_charge: Charge | null
}

type SessionFields =
  | 'id'
  | 'object'
  | 'url'
  | 'status'
  | 'payment_status'
  | 'mode'
  | 'livemode'
  | 'created'
  | 'expires_at'
export type Session = Pick<
  Stripe.Checkout.Session,
  SessionFields | 'client_reference_id' | 'customer_email' | 'cancel_url'
> & {
  currency: string
  amount_subtotal: number
  amount_total: number
  customer_details: { email: string | null } | null
  success_url: string
  metadata: Metadata
  payment_intent: PaymentIntent | null
  lines: Line[]
  paymentMetadata: Metadata
}

export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'created' | 'currency'> & {
  status: 'succeeded' | 'failed'
  payment_intent: string
  charge: string
  metadata: Metadata
}

export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'created' | 'status' | 'livemode'> & {
  evidence_details: { due_by: number | null }
  payment_intent: string
  charge: string
}

const named = (params: string[]) => (name: string) => params.includes(name)

/** Line items included in a session. The rest is on further pages. */
const LINES_ALONG = 10

/** Returns a session as in the API. Objects that are not expanded are ids or left out. */
export const sessionJson = ({ lines, paymentMetadata: _, payment_intent, ...session }: Session, expand: string[]) => {
  const wants = named(expand)
  const charge = payment_intent?.latest_charge ?? null
  const intent = payment_intent && {
    ...payment_intent,
    latest_charge: wants('payment_intent.latest_charge') ? charge : (charge?.id ?? null),
  }
  const expanded = expand.some(path => path.startsWith('payment_intent'))
  return {
    ...session,
    payment_intent: expanded ? intent : (intent?.id ?? null),
    ...(wants('line_items') ? { line_items: listJson(lines.slice(0, LINES_ALONG), lines.length > LINES_ALONG) } : {}),
  }
}

export const listJson = (data: unknown[], more = false) => ({ object: 'list', data, has_more: more })
