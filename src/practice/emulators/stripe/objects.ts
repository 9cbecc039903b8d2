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

/** Stripe's objects, with the fields that clients read. */
export interface Price {
  id: string
  object: 'price'
  active: boolean
  type: 'one_time' | 'recurring'
  livemode: boolean
  unit_amount: number
  currency: string
  product: string
}

export interface Line {
  id: string
  object: 'item'
  quantity: number
  amount_subtotal: number
  amount_tax: number
  amount_total: number
  currency: string
  price: Price
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  paid: boolean
  status: 'succeeded'
  livemode: boolean
  currency: string
  payment_intent: string
  metadata: Record<string, string>
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  amount: number
  livemode: boolean
  metadata: Record<string, string>
  status: 'processing' | 'succeeded' | 'requires_payment_method' | 'requires_action'
  latest_charge: Charge | null
}

export interface Session {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  mode: 'payment'
  livemode: boolean
  currency: string
  amount_subtotal: number
  amount_total: number
  client_reference_id: string | null
  customer_email: string | null
  customer_details: { email: string | null } | null
  success_url: string
  cancel_url: string | null
  metadata: Record<string, string>
  payment_intent: PaymentIntent | null
  created: number
  expires_at: number
  lines: Line[]
  paymentMetadata: Record<string, string>
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  created: number
  currency: string
  status: 'succeeded' | 'failed'
  payment_intent: string
  charge: string
  metadata: Record<string, string>
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  created: number
  status: 'needs_response' | 'won' | 'lost' | 'warning_closed' | 'prevented'
  evidence_details: { due_by: number | null }
  payment_intent: string
  charge: string
  livemode: boolean
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
