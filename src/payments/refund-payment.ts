import { findCheckout, getEntitlement, listPayments } from '#src/access/index.ts'
import { refundedAmount } from '#src/access/rules/payment.ts'
import { sha256 } from '#src/core/crypto.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { listProductsByIds } from '#src/courses/index.ts'
import type { Deps } from './deps.ts'
import { recordPaymentFact } from './record-payment-fact.ts'
import { CardProviderError } from './rules/card-provider.ts'
import { describeRefund, planRefund, type RefundRequest, refundMessages } from './rules/refund.ts'

export interface RefundPayment extends RefundRequest {
  sessionId: string
  reason?: string | undefined
  /** The effects that staff confirmed. If they have changed, nothing is refunded. */
  seen?: string[] | undefined
}

type Refused = { kind: 'refused'; status: 404 | 409 | 422 | 502; message: string; field?: string }

export type PaymentRefunded = { kind: 'refunded'; amount: number; currency: string; token: string } | Refused

const plan = async ({ db, card }: Deps, { sessionId, ...wish }: RefundPayment) => {
  const missing = { kind: 'refused', status: 404, message: refundMessages.notFound } as const
  const checkout = await findCheckout(db, sessionId)
  const payments = checkout ? await listPayments(db, checkout.subject) : []
  const payment = payments.find(p => p.sessionId === sessionId)
  if (!card || !checkout || !payment) return missing
  const planned = planRefund(payment, wish)
  if (planned.kind === 'refused') return planned
  const { paymentIntent, currency } = checkout
  if (!paymentIntent) return { kind: 'refused', status: 409, message: refundMessages.notPaid } as const
  const entitlement = await getEntitlement(db, checkout.subject)
  const ids = payments.flatMap(p => p.lines.map(l => l.productId))
  const names = new Map((await listProductsByIds(db, [...new Set(ids)])).map(p => [p.id, p.name]))
  const says = describeRefund({
    plan: planned,
    sessionId,
    currency,
    payments,
    entitlement,
    policy: { disputeTakesAccess: card.settings.disputeTakesAccess },
    nameOf: id => names.get(id) ?? `product ${id}`,
  })
  return { ...planned, gateway: card.gateway, paymentIntent, currency, token: entitlement.token, payment, says }
}

/** Lists the effects of a refund. Moves no money. */
export const previewRefund =
  (deps: Deps) =>
  async (given: RefundPayment, by: Staff): Promise<{ kind: 'preview'; says: string[] } | Refused> => {
    demand(by, 'change')
    const planned = await plan(deps, given)
    return planned.kind === 'refused' ? planned : { kind: 'preview', says: planned.says }
  }

/**
 * Refunds a payment and settles the person's access (docs/rules/payments.md). The refund's metadata names its products,
 * so its event alone has the same effect. Idempotent: the key depends on the request and on earlier refunds, so a
 * double click makes one refund.
 */
export const refundPayment =
  (deps: Deps) =>
  async (given: RefundPayment, by: Staff): Promise<PaymentRefunded> => {
    demand(by, 'change')
    const planned = await plan(deps, given)
    if (planned.kind === 'refused') return planned
    const { amount, productIds, gateway, paymentIntent, currency, token, payment, says } = planned
    const { seen, sessionId, reason } = given
    if (seen && seen.join() !== says.join())
      return { kind: 'refused', status: 409, message: refundMessages.changed, field: 'seen' }
    const before = [refundedAmount(payment), payment.refunds.length]
    const key = `refund_${sessionId}_${sha256(JSON.stringify({ amount, productIds, before })).slice(0, 16)}`
    try {
      const made = await gateway.refund({ paymentIntent, amount, productIds }, key)
      const fact = { kind: 'refund', paymentIntent, refundId: made.id, amount: made.amount, state: made.state } as const
      await recordPaymentFact(deps, {
        fact: { ...fact, products: productIds },
        at: deps.clock.now(),
        reason: reason || 'refund',
        by,
      })
      if (made.state === 'failed') return { kind: 'refused', status: 409, message: refundMessages.failed }
    } catch (error) {
      if (!(error instanceof CardProviderError)) throw error
      deps.log.error({ err: error }, 'refund could not be made')
      const message = error.reason === 'away' ? refundMessages.away : refundMessages.refused
      return { kind: 'refused', status: error.reason === 'away' ? 502 : 409, message }
    }
    return { kind: 'refunded', amount, currency, token }
  }
