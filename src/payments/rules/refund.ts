import * as z from 'zod/mini'
import { calledName, type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { isRefunded, type Payment, refundedAmount, refundedProducts } from '#src/access/rules/payment.ts'
import { losesAccess, type PaymentPolicy, settle } from '#src/access/rules/settle-payments.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { courseName } from '#src/courses/rules/course.ts'

export const refundMessages = {
  notFound: 'Payment not found',
  notPaid: 'This checkout was not paid, so there is nothing to refund.',
  allBack: 'This payment is already fully refunded.',
  disputed: 'You cannot refund a disputed payment here. For an inquiry, refund it at the card provider.',
  disputeLost: 'We lost the dispute, so the cardholder already has the money.',
  tooMuch: 'This is more than the rest of this payment.',
  notOnIt: 'This payment has no such product, or it is already refunded.',
  either: 'Choose products or an amount, not both.',
  amount: 'Enter the amount in its smallest unit, like 4900 for $49.00.',
  away: 'The card service is not answering. Try again in a minute. You cannot refund twice by mistake.',
  refused: 'The card service refused this refund. Check there whether the payment is disputed.',
  refunded: 'Send `refunded`: the refunded amount when you read the payment.',
  changed: 'This payment just changed. Check again what a refund will do.',
  failed: 'The bank refused the refund. Refund it in another way.',
  done: 'The refund is on its way.',
  flagClosed: 'Flag closed.',
  flagNotFound: 'Flag not found',
  noCard: 'No card provider is set up here.',
  started: 'The comparison has started.',
} as const

const amount = z.number(refundMessages.amount).check(z.int(refundMessages.amount), z.gte(1, refundMessages.amount))

/** Form of a refund. Without products and amount, everything left is refunded. */
export const RefundForm = z.object({
  session_id: z.string().check(z.maxLength(255)),
  product_ids: z.optional(z.array(z.int()).check(z.maxLength(100))),
  amount: z.optional(amount),
  /**
   * Refunded amount when the caller read the payment, in minor units. Required with an amount: it makes a repeated call
   * idempotent.
   */
  refunded: z.optional(z.int().check(z.gte(0))),
  reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
})

export interface RefundRequest {
  /** Products to refund, which lose their coverage. No products and no amount: everything left. */
  productIds: number[]
  amount?: number | undefined
  /** Refunded amount when the request was made. If it has changed, the request is refused. */
  refunded?: number | undefined
}

export type RefundPlan =
  | { kind: 'refund'; amount: number; productIds: number[] }
  | { kind: 'refused'; status: 409 | 422; message: string; field?: string }

/** Returns why the card provider would refuse a refund because of a dispute, or null. */
export const disputeBars = ({ disputes }: Pick<Payment, 'disputes'>): string | null => {
  if (disputes.includes('open')) return refundMessages.disputed
  return disputes.includes('lost') ? refundMessages.disputeLost : null
}

/** Returns the refundable amount in minor units; 0 if unpaid or disputed. */
export const refundable = (payment: Payment): number => {
  if ((payment.status !== 'paid' && payment.status !== 'flagged') || disputeBars(payment)) return 0
  return Math.max(0, (payment.charged ?? payment.total ?? 0) - refundedAmount(payment))
}

/** Returns the amount to refund, or why the request is refused. */
export const planRefund = (payment: Payment, { productIds, amount, refunded }: RefundRequest): RefundPlan => {
  const refused = (status: 409 | 422, message: string, field?: string): RefundPlan => ({
    kind: 'refused',
    status,
    message,
    ...(field ? { field } : {}),
  })
  if (payment.status !== 'paid' && payment.status !== 'flagged') return refused(409, refundMessages.notPaid)
  if (isRefunded(payment)) return refused(409, refundMessages.allBack)
  const barred = disputeBars(payment)
  if (barred) return refused(409, barred)
  if (productIds.length > 0 && amount !== undefined) return refused(422, refundMessages.either, 'amount')
  if (amount !== undefined && refunded === undefined) return refused(422, refundMessages.refunded, 'refunded')
  if (refunded !== undefined && refunded !== refundedAmount(payment))
    return refused(409, refundMessages.changed, 'refunded')
  const left = refundable(payment)
  if (left === 0) return refused(409, refundMessages.notPaid)
  if (productIds.length === 0) {
    if (amount !== undefined && amount > left) return refused(409, refundMessages.tooMuch, 'amount')
    return { kind: 'refund', amount: amount ?? left, productIds: [] }
  }
  const back = refundedProducts(payment)
  const wanted = [...new Set(productIds)].sort((a, b) => a - b)
  const lines = payment.lines.filter(l => wanted.includes(l.productId) && !back.includes(l.productId))
  const sum = lines.reduce((all, l) => all + (l.amount ?? 0), 0)
  if (lines.length < wanted.length || sum === 0) return refused(409, refundMessages.notOnIt, 'product_ids')
  if (sum > left) return refused(409, refundMessages.tooMuch, 'product_ids')
  return { kind: 'refund', amount: sum, productIds: wanted }
}

interface Refunding {
  plan: Extract<RefundPlan, { kind: 'refund' }>
  sessionId: string
  currency: string
  /** All payments of the person in the course, including this one. */
  payments: Payment[]
  entitlement: Entitlement
  policy: PaymentPolicy
  nameOf(productId: number): string
}

/** Describes the effects of a refund, one sentence each, for staff to read before they confirm. */
export const describeRefund = ({ plan, sessionId, payments, entitlement, policy, ...shown }: Refunding): string[] => {
  const { amount, productIds } = plan
  const money = (units: number) => moneyText({ amount: units, currency: shown.currency })
  const after = payments.map(p =>
    p.sessionId === sessionId ? { ...p, refunds: [...p.refunds, { amount, failed: false, productIds }] } : p,
  )
  const settled = settle(after, entitlement, policy)
  const left = after.filter(p => p.sessionId === sessionId).reduce((all, p) => all + refundable(p), 0)
  const person = `${calledName(entitlement)} in ${courseName(entitlement.course)}`
  return [
    `You refund ${money(amount)} to the card that paid.${left > 0 ? ` We keep ${money(left)} of this payment.` : ''}`,
    ...(settled.lost.length > 0 ? [`No longer paid for: ${settled.lost.map(shown.nameOf).join(', ')}.`] : []),
    losesAccess(entitlement, settled)
      ? `${person} loses access.`
      : hasAccess(entitlement)
        ? `${person} keeps access.`
        : `No one loses access: ${person} has none.`,
    "A refund can't be undone.",
  ]
}
