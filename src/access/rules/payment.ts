import { keysOf } from '#src/core/rules/guards.ts'

/**
 * State of a checkout. 'pending': completed, payment not confirmed. 'flagged': paid, but not as ordered, so it gives no
 * access until staff review it.
 */
export const checkoutStatuses = ['open', 'expired', 'pending', 'failed', 'paid', 'flagged'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/**
 * Findings about a paid checkout. 'late': the person already had access. 'gift': they had it without buying it here.
 * 'stray': the course had dropped a product. The others: the payment differs from the order.
 */
export const findings = ['wrong_price', 'wrong_amount', 'wrong_mode', 'late', 'gift', 'stray'] as const
export type Finding = (typeof findings)[number]

export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

export interface PaymentLine {
  productId: number
  /** Amount in minor units, tax included; null before payment. */
  amount: number | null
  covers: boolean
  voidedAt: Date | null
}

/** A checkout and everything known about its money, in any order of events. */
export interface Payment {
  checkoutId: number
  status: CheckoutStatus
  /** Open, and the provider did not answer when we last asked, so it may be paid. */
  mayBePaid: boolean
  total: number | null
  findings: Finding[]
  completedAt: Date | null
  lines: PaymentLine[]
  charged: number | null
  /** Highest refunded amount reported for the charge, in minor units. */
  refunded: number
  refunds: { amount: number; failed: boolean; productIds: number[] }[]
  disputes: DisputeState[]
  /** Flags that staff have not closed. */
  openFlags: FlagKind[]
}

export const flagKinds = [
  'wrong_price',
  'wrong_amount',
  'wrong_mode',
  'refund_due',
  'products_changed',
  'partial_refund',
  'refund_failed',
  'impossible_refund',
  'dispute_open',
  'dispute_lost',
] as const
export type FlagKind = (typeof flagKinds)[number]

/** Returns true if staff closed a flag, not its reason: it stays closed until staff open it again. */
export const isClosedByStaff = ({ closedAt, closedBy }: { closedAt: Date | null; closedBy: string | null }): boolean =>
  closedAt !== null && closedBy !== null && closedBy !== 'system'

/** Explains each flag to staff: what happened and what to do. */
export const flagSentences: Record<FlagKind, string> = {
  wrong_price: 'Paid for the wrong price. It gave no access. Refund it, or give access by hand.',
  wrong_amount: 'Paid the wrong amount. It gave no access. Refund it, or give access by hand.',
  wrong_mode: 'Paid in the wrong mode (live or test). It gave no access.',
  refund_due: 'Paid for something that was already covered. A refund is due.',
  products_changed: 'Paid for a product that the course no longer uses. Refund it, or put the product back.',
  partial_refund: 'Part of this was refunded, for no named product. The person keeps access.',
  refund_failed: 'A refund failed, and the money came back to us. Refund it in another way.',
  impossible_refund: "More was refunded than paid. We ignored it. Check the card provider's dashboard.",
  dispute_open: "The cardholder disputes this payment. Answer it in the card provider's dashboard.",
  dispute_lost: 'We lost the dispute. This payment no longer gives access.',
}

/** Returns the refunded amount: the charge's total less failed refunds, but at least the known refunds. */
export const refundedAmount = (payment: Pick<Payment, 'refunded' | 'refunds'>): number => {
  const sum = (failed: boolean) =>
    payment.refunds.filter(r => r.failed === failed).reduce((all, r) => all + r.amount, 0)
  return Math.max(payment.refunded - sum(true), sum(false), 0)
}

const paidAmount = ({ charged, total }: Payment): number | null => (charged ?? total) || null

export const isRefunded = (payment: Payment): boolean => refundedAmount(payment) === paidAmount(payment)

/** Returns true if an event named a refund larger than the payment. It changes nothing until staff have looked. */
export const hasImpossibleRefund = (payment: Payment): boolean =>
  refundedAmount(payment) > (paidAmount(payment) ?? Number.POSITIVE_INFINITY)

export const paymentState = (payment: Payment): string => {
  if (isRefunded(payment)) return 'refunded'
  if (payment.status === 'failed') return 'refused by the bank'
  if (payment.status !== 'paid') return payment.status
  if (payment.disputes.includes('lost')) return 'dispute lost'
  if (payment.disputes.includes('open')) return 'disputed'
  return refundedAmount(payment) > 0 ? 'partly refunded' : 'paid'
}

/** Returns why a line is not covered by its payment; null if it is. */
export const whyUncovered = (payment: Payment, { productId, covers, voidedAt }: PaymentLine): string | null => {
  if (covers) return null
  if (isRefunded(payment) || refundedProducts(payment).includes(productId)) return 'refunded'
  if (payment.disputes.includes('lost')) return 'dispute lost'
  return voidedAt ? 'no longer counts' : 'not paid for'
}

/** Lists the products reversed by our own refunds. Refunds made at the provider name no product. */
export const refundedProducts = (payment: Pick<Payment, 'refunds'>): number[] =>
  payment.refunds.filter(r => !r.failed).flatMap(r => r.productIds)

/** Findings that make a payment differ from its order. */
type Wrong = Finding & FlagKind
export const isWrong = (kind: Finding | FlagKind): kind is Wrong =>
  kind === 'wrong_price' || kind === 'wrong_amount' || kind === 'wrong_mode'

/** Returns true if a payment differs from its order and staff have not reviewed it. */
export const waitsForStaff = ({ status, openFlags }: Pick<Payment, 'openFlags'> & { status: string }): boolean =>
  status === 'flagged' && openFlags.some(isWrong)

/** Reasons that a person has no access yet and should not pay again, as staff read them. */
export const waitingReasons = {
  pending: 'They paid by card, and the payment is not confirmed yet.',
  unknown: 'They may have paid by card. The card provider does not answer yet.',
  flagged: 'They paid the wrong price or amount. Review the payment.',
} as const

/** Returns the reason that a person should not pay again now; null if there is none. */
export const waitingFor = (payments: Payment[]): keyof typeof waitingReasons | null => {
  if (payments.some(p => p.status === 'pending')) return 'pending'
  if (payments.some(p => p.mayBePaid)) return 'unknown'
  return payments.some(waitsForStaff) ? 'flagged' : null
}

export type CheckoutEnd = CheckoutStatus | 'refunded'

/**
 * Returns the state of the newest payment. Any refund of it counts, because the success page shows it to people without
 * access.
 */
export const endOf = (payments: Payment[]): CheckoutEnd | null => {
  const newest = payments.at(-1)
  if (!newest) return null
  return refundedAmount(newest) > 0 ? 'refunded' : newest.status
}

/** Compares a paid session with its order and lists the differences. */
export const findingsOf = (
  asked: { amount: number; currency: string; livemode: boolean; priceIds: string[] },
  paid: { subtotal: number; currency: string; livemode: boolean; lines: { priceId: string; quantity: number }[] },
): Finding[] => {
  const prices = (ids: string[]) => [...ids].sort().join(' ')
  const differs = {
    wrong_price:
      prices(asked.priceIds) !== prices(paid.lines.map(l => l.priceId)) || paid.lines.some(l => l.quantity !== 1),
    wrong_amount: asked.amount !== paid.subtotal || asked.currency !== paid.currency,
    wrong_mode: asked.livemode !== paid.livemode,
  }
  return keysOf(differs).filter(kind => differs[kind])
}
