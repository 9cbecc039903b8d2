import { sha256 } from '../crypto.ts'
import { CardProviderError } from '../domain/card.ts'
import { refundedAmount } from '../domain/payment.ts'
import { planRefund, type RefundWish, refundMessages } from '../domain/refund.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { findCheckout } from '../store/queries/checkouts.ts'
import { getEntitlement } from '../store/queries/entitlements.ts'
import { listPayments } from '../store/queries/payments.ts'
import type { Deps } from './deps.ts'
import { recordPaymentFact } from './steps/record-payment-fact.ts'

export interface RefundPayment extends RefundWish {
  sessionId: string
  reason?: string | undefined
}

export type PaymentRefunded =
  | { kind: 'refunded'; amount: number; currency: string; token: string }
  | { kind: 'refused'; status: 404 | 409 | 422 | 502; message: string; field?: string }

/**
 * Gives money back and settles the person's access at once (rules.md C). The refund names its products, which is how they
 * are known to be closed again, also if only the provider's event tells of it. Pressed twice it is one refund: the key is
 * made of what is asked for and of what had gone back before.
 */
export const refundPayment =
  (deps: Deps) =>
  async ({ sessionId, reason, ...wish }: RefundPayment, by: Staff): Promise<PaymentRefunded> => {
    demand(by, 'change')
    const { db, card, clock } = deps
    const missing = { kind: 'refused', status: 404, message: refundMessages.notFound } as const
    const checkout = await findCheckout(db, sessionId)
    const payment = checkout && (await listPayments(db, checkout.subject)).find(p => p.sessionId === sessionId)
    if (!card || !checkout || !payment) return missing
    const plan = planRefund(payment, wish)
    if (plan.kind === 'refused') return plan
    const { paymentIntent } = checkout
    if (!paymentIntent) return { kind: 'refused', status: 409, message: refundMessages.notPaid }
    const { amount, productIds } = plan
    const before = [refundedAmount(payment), payment.refunds.length]
    const key = `refund_${sessionId}_${sha256(JSON.stringify({ amount, productIds, before })).slice(0, 16)}`
    try {
      const made = await card.gateway.refund({ paymentIntent, amount, productIds }, key)
      const fact = { kind: 'refund', paymentIntent, refundId: made.id, amount: made.amount, state: made.state } as const
      await recordPaymentFact(deps, {
        fact: { ...fact, products: productIds },
        at: clock.now(),
        reason: reason || 'refund',
        by,
      })
      if (made.state === 'failed') return { kind: 'refused', status: 409, message: refundMessages.failed }
    } catch (error) {
      if (!(error instanceof CardProviderError)) throw error
      deps.log.error({ err: error }, 'a refund could not be made')
      const message = error.reason === 'away' ? refundMessages.away : refundMessages.refused
      return { kind: 'refused', status: error.reason === 'away' ? 502 : 409, message }
    }
    const { token } = await getEntitlement(db, checkout.subject)
    return { kind: 'refunded', amount, currency: checkout.currency, token }
  }
