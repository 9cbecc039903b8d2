import type { DisputeState } from './card.ts'

/**
 * 'open' until something ends it. 'pending': the customer is done, the money is on its way. 'flagged': paid, but not what
 * was asked for, so that it opens nothing until staff have looked.
 */
export type CheckoutStatus = 'open' | 'expired' | 'pending' | 'failed' | 'paid' | 'flagged'

/**
 * What was odd when a checkout was paid. 'late': the person was in already; 'gift': without having bought it here. 'stray': the course had dropped a product
 * meanwhile. The others are why a payment is not what was asked for.
 */
export type Finding = 'wrong_price' | 'wrong_amount' | 'wrong_mode' | 'late' | 'gift' | 'stray'

export interface PaymentLine {
  productId: number
  /** What was paid for it, tax included; null before it was paid. */
  amount: number | null
  covers: boolean
  voidedAt: Date | null
}

/** A checkout with all that is known of its money, whatever came first. */
export interface Payment {
  sessionId: string
  status: CheckoutStatus
  total: number | null
  findings: Finding[]
  completedAt: Date | null
  lines: PaymentLine[]
  charged: number | null
  /** The most that the charge was ever said to have given back. */
  refunded: number
  refunds: { amount: number; failed: boolean; productIds: number[] }[]
  disputes: DisputeState[]
  /** What staff have not looked at yet. */
  openFlags: FlagKind[]
}

const flagKinds = [
  'wrong_price',
  'wrong_amount',
  'wrong_mode',
  'refund_due',
  'products_changed',
  'partial_refund',
  'refund_failed',
  'dispute_open',
  'dispute_lost',
] as const
export type FlagKind = (typeof flagKinds)[number]

/** What staff read beside a flag: what happened, and what to do. */
export const flagSentences: Record<FlagKind, string> = {
  wrong_price:
    'Paid, but for another price than we asked for. It opened nothing. Refund it, or let the person in by hand.',
  wrong_amount:
    'Paid, but another amount than we asked for. It opened nothing. Refund it, or let the person in by hand.',
  wrong_mode: 'Paid in another mode (live or test) than we run in. It opened nothing.',
  refund_due: 'Paid by a person who was in already, or for something that was covered already. A refund is due.',
  products_changed: 'Paid for a product that the course no longer uses. Refund it, or put the product back.',
  partial_refund: 'Part of the money went back, without saying for which product. The person is still in.',
  refund_failed: 'A refund failed: the money came back to us. Refund it in another way.',
  dispute_open: 'The cardholder disputes this payment. Answer it at the card provider.',
  dispute_lost: 'The dispute was lost. What was paid for is closed again.',
}

/** How much has gone back: what the charge says, less what failed since, but no less than the refunds we know. */
export const refundedAmount = (payment: Pick<Payment, 'refunded' | 'refunds'>): number => {
  const sum = (failed: boolean) =>
    payment.refunds.filter(r => r.failed === failed).reduce((all, r) => all + r.amount, 0)
  return Math.max(payment.refunded - sum(true), sum(false), 0)
}

export const isRefunded = (payment: Payment): boolean => {
  const paid = payment.charged ?? payment.total
  return paid !== null && paid > 0 && refundedAmount(payment) >= paid
}

/** How a payment stands by now, as staff read it. */
export const paymentState = (payment: Payment): string => {
  if (isRefunded(payment)) return 'refunded'
  if (payment.status !== 'paid') return payment.status
  if (payment.disputes.includes('lost')) return 'dispute lost'
  if (payment.disputes.includes('open')) return 'disputed'
  return refundedAmount(payment) > 0 ? 'partly refunded' : 'paid'
}

/** Why something that a checkout asked for is not paid for by it; null: it is. */
export const whyUncovered = (payment: Payment, { productId, covers, voidedAt }: PaymentLine): string | null => {
  if (covers) return null
  if (isRefunded(payment) || refundedProducts(payment).includes(productId)) return 'refunded'
  if (payment.disputes.includes('lost')) return 'dispute lost'
  return voidedAt ? 'counts no more' : 'not paid for'
}

/** The products that refunds of ours took back (rules.md C: the provider's own refunds name none). */
export const refundedProducts = (payment: Pick<Payment, 'refunds'>): number[] =>
  payment.refunds.filter(r => !r.failed).flatMap(r => r.productIds)

/** What makes a payment not the one that was asked for. */
type Wrong = Finding & FlagKind
export const isWrong = (kind: Finding | FlagKind): kind is Wrong =>
  kind === 'wrong_price' || kind === 'wrong_amount' || kind === 'wrong_mode'

/** Whether a payment waits for staff: it came in, was not what was asked for, and nobody has settled it yet. */
export const waitsForStaff = ({ status, openFlags }: Pick<Payment, 'openFlags'> & { status: string }): boolean =>
  status === 'flagged' && openFlags.some(isWrong)

/** Why a person should not pay again now: money is on its way, or came in and is looked at. */
export const waitingFor = (payments: Payment[]): 'pending' | 'flagged' | null => {
  if (payments.some(p => p.status === 'pending')) return 'pending'
  return payments.some(waitsForStaff) ? 'flagged' : null
}

export type CheckoutEnd = CheckoutStatus | 'refunded'

/** Why such a person is not in, as staff read it. */
export const waitingReasons = {
  pending: 'They paid by card, and the money is still on its way.',
  flagged: 'They paid, but not what was asked for. The payment waits to be looked at.',
} as const

/** How the newest of them stands by now. A refund of any part of it counts: it is told to who is not in. */
export const endOf = (payments: Payment[]): CheckoutEnd | null => {
  const newest = payments.at(-1)
  if (!newest) return null
  return refundedAmount(newest) > 0 ? 'refunded' : newest.status
}

/** What is odd about a session that was paid, against what was asked for. */
export const findingsOf = (
  asked: { amount: number; currency: string; livemode: boolean; priceIds: string[] },
  paid: { subtotal: number; currency: string; livemode: boolean; lines: { priceId: string; quantity: number }[] },
): Finding[] => {
  const prices = (ids: string[]) => [...ids].sort().join(' ')
  const samePrices = prices(asked.priceIds) === prices(paid.lines.map(l => l.priceId))
  return [
    ...(samePrices && paid.lines.every(l => l.quantity === 1) ? [] : (['wrong_price'] as const)),
    ...(asked.amount === paid.subtotal && asked.currency === paid.currency ? [] : (['wrong_amount'] as const)),
    ...(asked.livemode === paid.livemode ? [] : (['wrong_mode'] as const)),
  ]
}
