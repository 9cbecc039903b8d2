import type { CheckoutStatus } from '#src/access/rules/payment.ts'
import type { Money } from '#src/core/rules/money.ts'

export interface ListedPayment extends Money {
  /** Number of the checkout. */
  id: number
  /** Token of the person in the course. */
  token: string
  name: string | null
  email: string | null
  course: string
  school: string
  status: CheckoutStatus
  refunded: number
  /** When it was paid, or else when the checkout was opened. */
  at: Date
}

export const paymentSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

export const paymentStates = {
  paid: 'Paid',
  refunded: 'Refunded',
  flagged: 'Wrong price or amount',
  pending: 'Not confirmed yet',
  unpaid: 'Not paid',
} as const

/** Returns the state of a payment, as in `paymentStates`; of one that is not paid, also why. */
export const paymentStateText = ({
  status,
  refunded,
  amount,
}: Pick<ListedPayment, 'status' | 'refunded' | 'amount'>): string => {
  if (refunded > 0) return refunded < amount ? 'Partly refunded' : paymentStates.refunded
  if (status === 'failed') return 'Refused by the bank'
  return status === 'paid' || status === 'flagged' || status === 'pending'
    ? paymentStates[status]
    : paymentStates.unpaid
}

/** Returns the page of the card provider about a payment or its dispute. */
export const providerHref = (id: string, livemode: boolean): string =>
  `https://dashboard.stripe.com/${livemode ? '' : 'test/'}${id.startsWith('pi_') ? 'payments' : 'disputes'}/${encodeURIComponent(id)}`
