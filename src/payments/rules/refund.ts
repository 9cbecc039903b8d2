import { processMessages } from '#src/access/rules/access-refusals.ts'
import { calledName, type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { isRefunded, type Payment, refundedAmount, refundedProducts } from '#src/access/rules/payment.ts'
import { losesAccess, type PaymentPolicy, settle } from '#src/access/rules/settlements.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { type RefusalTexts, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { courseName } from '#src/courses/rules/course.ts'

export const refundMessages = {
  done: 'The refund is on its way.',
  flagClosed: 'Flag closed.',
  flagReopened: 'The flag is open again.',
  started: 'The comparison has started.',
} as const

const changed = 'This payment just changed. Check again what a refund will do.'

/** Sentences of the reasons to refuse a call of staff about payments. */
export const refundRefusals = {
  payment_not_found: { message: 'Payment not found' },
  payment_not_paid: { message: 'This checkout was not paid, so there is nothing to refund.' },
  fully_refunded: { message: 'This payment is already fully refunded.' },
  dispute_open: {
    message: 'You cannot refund a disputed payment here. For an inquiry, refund it at the card provider.',
  },
  dispute_lost: { message: 'We lost the dispute, so the cardholder already has the money.' },
  refunded_changed: { message: changed },
  effects_changed: { message: changed, field: 'confirmed' },
  products_too_high: { message: 'This is more than the rest of this payment.', field: 'product_ids' },
  product_not_refundable: {
    message: 'This payment has no such product, or it is already refunded.',
    field: 'product_ids',
  },
  reason_required: { message: processMessages.reason, field: 'reason' },
  refund_provider_away: {
    message: 'The card service is not answering. Try again in a minute. You cannot refund twice by mistake.',
  },
  refund_under_way: {
    message: 'Another refund of this payment is under way. Wait a minute, then look at the payment again.',
  },
  refund_refused: {
    message: 'The card service refused this refund. Check there whether the payment is disputed.',
  },
  refund_failed: { message: 'The bank refused the refund. Refund it in another way.' },
  flag_not_found: { message: 'Flag not found' },
  note_required: { message: 'Say what you did.', field: 'note' },
  no_card_provider: { message: 'No card provider is set up here.' },
} as const satisfies RefusalTexts

export type RefundReason = keyof typeof refundRefusals

type RefundPlan = { ok: true; amount: number; productIds: number[] } | Refused<RefundReason>

/** Returns why the card provider would refuse a refund because of a dispute, or null. */
export const disputeBars = ({ disputes }: Pick<Payment, 'disputes'>): 'dispute_open' | 'dispute_lost' | null => {
  if (disputes.includes('open')) return 'dispute_open'
  return disputes.includes('lost') ? 'dispute_lost' : null
}

/** Returns the refundable amount in minor units; 0 if unpaid or disputed. */
export const refundable = (payment: Payment): number => {
  if ((payment.status !== 'paid' && payment.status !== 'flagged') || disputeBars(payment)) return 0
  return Math.max(0, (payment.charged ?? payment.total ?? 0) - refundedAmount(payment))
}

/** Returns the amount to refund for these products, or without any for everything left, or why it is refused. */
export const planRefund = (payment: Payment, productIds: number[]): RefundPlan => {
  if (payment.status !== 'paid' && payment.status !== 'flagged') return refuse('payment_not_paid')
  if (isRefunded(payment)) return refuse('fully_refunded')
  const barred = disputeBars(payment)
  if (barred) return refuse(barred)
  const left = refundable(payment)
  if (left === 0) return refuse('payment_not_paid')
  if (productIds.length === 0) return { ok: true, amount: left, productIds: [] }
  const back = refundedProducts(payment)
  const wanted = [...new Set(productIds)].sort((a, b) => a - b)
  const lines = payment.lines.filter(l => wanted.includes(l.productId) && !back.includes(l.productId))
  const sum = lines.reduce((all, l) => all + (l.amount ?? 0), 0)
  if (lines.length < wanted.length || sum === 0) return refuse('product_not_refundable')
  return sum > left ? refuse('products_too_high') : { ok: true, amount: sum, productIds: wanted }
}

/**
 * Lists the products that a refund reverses. One made at the provider names none: if nothing is left, it reverses those
 * that no other refund named. A part of a payment for several products is of no product that we know.
 */
export const productsOfRefund = (payment: Payment, named: number[]): number[] => {
  if (named.length > 0) return named
  const back = refundedProducts(payment)
  const ids = payment.lines.map(l => l.productId).filter(id => !back.includes(id))
  return isRefunded(payment) || ids.length === 1 ? ids : []
}

interface Refunding {
  plan: Extract<RefundPlan, { ok: true }>
  checkoutId: number
  currency: string
  /** All payments of the person in the course, including this one. */
  payments: Payment[]
  entitlement: Entitlement
  policy: PaymentPolicy
  nameOf(productId: number): string
}

/** Returns the effects of a refund, for staff to confirm. */
export const refundEffects = (refunding: Refunding) => {
  const { plan, checkoutId, currency, payments, entitlement, policy, nameOf } = refunding
  const { amount, productIds } = plan
  const after = payments.map(p =>
    p.checkoutId === checkoutId ? { ...p, refunds: [...p.refunds, { amount, failed: false, productIds }] } : p,
  )
  const settled = settle(after, entitlement, policy)
  const access = losesAccess(entitlement, settled) ? 'lost' : hasAccess(entitlement) ? 'kept' : 'none'
  return {
    amount,
    /** Amount of the payment that we keep. */
    kept: after.filter(p => p.checkoutId === checkoutId).reduce((all, p) => all + refundable(p), 0),
    currency,
    /** Names of the products that nothing pays for afterwards. */
    unpaid: settled.lost.map(nameOf),
    person: `${calledName(entitlement)} in ${courseName(entitlement.course)}`,
    access,
  } as const
}

type RefundEffects = ReturnType<typeof refundEffects>

/** Returns a text that differs whenever the effects do. A confirmation sends it back. */
export const effectsKey = (effects: RefundEffects): string => JSON.stringify(effects)

export const describeRefund = ({ amount, kept, currency, unpaid, person, access }: RefundEffects): string[] => {
  const money = (units: number) => moneyText({ amount: units, currency })
  const accessText = {
    lost: `${person} loses access.`,
    kept: `${person} keeps access.`,
    none: `${person} already has no access.`,
  }
  return [
    `You refund ${money(amount)} to the card that paid.${kept > 0 ? ` We keep ${money(kept)} of this payment.` : ''}`,
    ...(unpaid.length > 0 ? [`No longer paid for: ${unpaid.join(', ')}.`] : []),
    accessText[access],
    "A refund can't be undone.",
  ]
}
