import * as z from 'zod/mini'
import { isRefunded, type Payment, refundedAmount, refundedProducts } from './payment.ts'

export const refundMessages = {
  notFound: 'Payment not found',
  notPaid: 'This checkout was not paid, so that there is nothing to give back.',
  allBack: 'All of this payment has gone back already.',
  tooMuch: 'That is more than is left of this payment.',
  notOnIt: 'This payment has no such product, or it went back already.',
  either: 'Choose products or an amount, not both.',
  amount: 'Amounts are whole numbers of the smallest unit, like 4900 for $49.00.',
  away: 'The card service does not answer. Press again in a minute: it is one refund, however often it is sent.',
  refused: 'The card service did not take this refund. Look at the payment there: it may be disputed.',
  failed: 'The refund failed at the bank. Give the money back in another way.',
  done: 'The money is on its way back.',
  flagClosed: 'Flag closed.',
  flagNotFound: 'Flag not found',
  started: 'The comparison has started. Its result stands here in a moment.',
} as const

const amount = z.number(refundMessages.amount).check(z.int(refundMessages.amount), z.gte(1, refundMessages.amount))

/** Without products and amount: all that is left. */
export const RefundForm = z.object({
  session_id: z.string().check(z.maxLength(255)),
  product_ids: z.optional(z.array(z.int()).check(z.maxLength(100))),
  amount: z.optional(amount),
  reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
})

export interface RefundWish {
  /** What is given back by product closes that product again; no products and no amount: all that is left. */
  productIds: number[]
  amount?: number | undefined
}

export type RefundPlan =
  | { kind: 'refund'; amount: number; productIds: number[] }
  | { kind: 'refused'; status: 409 | 422; message: string; field?: string }

/** What is left to give back; 0 of a checkout that was not paid. */
export const refundable = (payment: Payment): number => {
  if (payment.status !== 'paid' && payment.status !== 'flagged') return 0
  return Math.max(0, (payment.charged ?? payment.total ?? 0) - refundedAmount(payment))
}

/** How much a wish to refund comes to, and whether it can be. */
export const planRefund = (payment: Payment, { productIds, amount }: RefundWish): RefundPlan => {
  const refused = (status: 409 | 422, message: string, field?: string): RefundPlan => ({
    kind: 'refused',
    status,
    message,
    ...(field ? { field } : {}),
  })
  if (payment.status !== 'paid' && payment.status !== 'flagged') return refused(409, refundMessages.notPaid)
  if (isRefunded(payment)) return refused(409, refundMessages.allBack)
  if (productIds.length > 0 && amount !== undefined) return refused(422, refundMessages.either, 'amount')
  const left = refundable(payment)
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
