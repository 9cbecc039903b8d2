import * as z from 'zod/mini'
import { moneyText } from './card.ts'
import { courseName } from './course.ts'
import { calledName, type Entitlement, isIn } from './entitlement.ts'
import { isRefunded, type Payment, refundedAmount, refundedProducts } from './payment.ts'
import { losesAccess, type PaymentPolicy, settle } from './settle.ts'

export const refundMessages = {
  notFound: 'Payment not found',
  notPaid: 'This checkout was not paid, so that there is nothing to give back.',
  allBack: 'All of this payment has gone back already.',
  disputed:
    'While the cardholder disputes this payment nothing of it can be given back here. What only was asked about can be refunded at the card provider.',
  disputeLost: 'The dispute was lost: the cardholder has got the money back by it.',
  tooMuch: 'That is more than is left of this payment.',
  notOnIt: 'This payment has no such product, or it went back already.',
  either: 'Choose products or an amount, not both.',
  amount: 'Amounts are whole numbers of the smallest unit, like 4900 for $49.00.',
  away: 'The card service does not answer. Press again in a minute: it is one refund, however often it is sent.',
  refused: 'The card service did not take this refund. Look at the payment there: it may be disputed.',
  refunded: 'Say in `refunded` how much had gone back when you read the payment.',
  changed: 'This payment has changed meanwhile. Read again what a refund will do.',
  failed: 'The refund failed at the bank. Give the money back in another way.',
  done: 'The money is on its way back.',
  flagClosed: 'Flag closed.',
  flagNotFound: 'Flag not found',
  noCard: 'No card provider is set up here.',
  started: 'The comparison has started.',
} as const

const amount = z.number(refundMessages.amount).check(z.int(refundMessages.amount), z.gte(1, refundMessages.amount))

/** Without products and amount: all that is left. */
export const RefundForm = z.object({
  session_id: z.string().check(z.maxLength(255)),
  product_ids: z.optional(z.array(z.int()).check(z.maxLength(100))),
  amount: z.optional(amount),
  /** What had gone back when the caller read the payment, in the smallest unit. Asked for with an amount: nothing else tells a second press from a second refund. */
  refunded: z.optional(z.int().check(z.gte(0))),
  reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
})

export interface RefundRequest {
  /** What is given back by product closes that product again; no products and no amount: all that is left. */
  productIds: number[]
  amount?: number | undefined
  /** How much had gone back when it was wished for. Where more has, the payment is to be read again. */
  refunded?: number | undefined
}

export type RefundPlan =
  | { kind: 'refund'; amount: number; productIds: number[] }
  | { kind: 'refused'; status: 409 | 422; message: string; field?: string }

/** Why the card provider would take no refund of a payment that is or was disputed; null: it would. */
export const disputeBars = ({ disputes }: Pick<Payment, 'disputes'>): string | null => {
  if (disputes.includes('open')) return refundMessages.disputed
  return disputes.includes('lost') ? refundMessages.disputeLost : null
}

/** What is left to give back; 0 of a checkout that was not paid, or is disputed. */
export const refundable = (payment: Payment): number => {
  if ((payment.status !== 'paid' && payment.status !== 'flagged') || disputeBars(payment)) return 0
  return Math.max(0, (payment.charged ?? payment.total ?? 0) - refundedAmount(payment))
}

/** How much a wish to refund comes to, and whether it can be. */
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
  /** All payments of the person in the course, this one among them. */
  payments: Payment[]
  entitlement: Entitlement
  policy: PaymentPolicy
  nameOf(productId: number): string
}

/** What a refund will do, sentence by sentence, as staff read it before they press the button. */
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
    `${money(amount)} goes back to the card that paid${left > 0 ? `; ${money(left)} of this payment stays with us` : ''}.`,
    ...(settled.lost.length > 0 ? [`No longer paid for: ${settled.lost.map(shown.nameOf).join(', ')}.`] : []),
    losesAccess(entitlement, settled)
      ? `${person} is taken out.`
      : isIn(entitlement)
        ? `${person} stays in.`
        : `Nobody is taken out: ${person} is not in.`,
    'Money that is on its way back cannot be called back.',
  ]
}
