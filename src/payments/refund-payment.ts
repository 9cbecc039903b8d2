import { findCheckout, getEntitlement, listPayments } from '#src/access/index.ts'
import { refundedAmount } from '#src/access/rules/payment.ts'
import { sha256 } from '#src/core/crypto.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { listProductsByIds } from '#src/courses/index.ts'
import type { Deps } from './deps.ts'
import { recordPaymentFact } from './record-payment-fact.ts'
import { CardProviderError } from './rules/card-provider.ts'
import {
  effectsKey,
  planRefund,
  type RefundEffects,
  type RefundReason,
  type RefundRequest,
  refundEffects,
} from './rules/refund.ts'

interface PreviewRefund extends RefundRequest {
  sessionId: string
}

interface RefundPayment extends PreviewRefund {
  /** Shown in the history. */
  reason: string
  /** The `effectsKey` that staff confirmed. If the effects have changed, nothing is refunded. */
  confirmed?: string | undefined
}

type PaymentRefunded = { ok: true; amount: number; currency: string; token: string } | Refused<RefundReason>

const plan = async ({ db, card }: Deps, { sessionId, ...request }: PreviewRefund) => {
  const checkout = await findCheckout(db, sessionId)
  const payments = checkout ? await listPayments(db, checkout.subject) : []
  const payment = payments.find(p => p.checkoutId === checkout?.id)
  if (!card || !checkout || !payment) return refuse('payment_not_found')
  const planned = planRefund(payment, request)
  if (!planned.ok) return planned
  const { paymentIntent, currency } = checkout
  if (!paymentIntent) return refuse('payment_not_paid')
  const entitlement = await getEntitlement(db, checkout.subject)
  const ids = payments.flatMap(p => p.lines.map(l => l.productId))
  const names = new Map((await listProductsByIds(db, [...new Set(ids)])).map(p => [p.id, p.name]))
  const effects = refundEffects({
    plan: planned,
    checkoutId: checkout.id,
    currency,
    payments,
    entitlement,
    policy: { disputeTakesAccess: card.settings.disputeTakesAccess },
    nameOf: id => names.get(id) ?? `product ${id}`,
  })
  return { ...planned, gateway: card.gateway, paymentIntent, currency, token: entitlement.token, payment, effects }
}

/** Returns the effects of a refund. Moves no money. */
export const previewRefund =
  (deps: Deps) =>
  async (given: PreviewRefund, by: Staff): Promise<{ ok: true; effects: RefundEffects } | Refused<RefundReason>> => {
    demand(by, 'change')
    const planned = await plan(deps, given)
    return planned.ok ? { ok: true, effects: planned.effects } : planned
  }

/**
 * Refunds a payment and settles the person's access (docs/rules/payments.md). The refund's metadata names its products,
 * so its event alone has the same effect. Idempotent: the key depends on the request and on earlier refunds, so a
 * double click makes one refund.
 */
export const refundPayment =
  (deps: Deps) =>
  async (given: RefundPayment, by: SignedInStaff): Promise<PaymentRefunded> => {
    demand(by, 'change')
    demandFresh(by, deps.clock.now())
    const planned = await plan(deps, given)
    if (!planned.ok) return planned
    const { amount, productIds, gateway, paymentIntent, currency, token, payment, effects } = planned
    const { confirmed, sessionId, reason } = given
    if (reason.trim() === '') return refuse('reason_required')
    if (confirmed !== undefined && confirmed !== effectsKey(effects)) return refuse('effects_changed')
    const before = [refundedAmount(payment), payment.refunds.length]
    const key = `refund_${sessionId}_${sha256(JSON.stringify({ amount, productIds, before })).slice(0, 16)}`
    try {
      const made = await gateway.refund({ paymentIntent, amount, productIds }, key)
      const fact = { kind: 'refund', paymentIntent, refundId: made.id, amount: made.amount, state: made.state } as const
      await recordPaymentFact(deps, {
        fact: { ...fact, products: productIds },
        at: deps.clock.now(),
        reason,
        by,
      })
      if (made.state === 'failed') return refuse('refund_failed')
    } catch (error) {
      if (!(error instanceof CardProviderError)) throw error
      deps.log.error({ err: error }, 'refund could not be made')
      return refuse(error.reason === 'away' ? 'refund_provider_away' : 'refund_refused')
    }
    return { ok: true, amount, currency, token }
  }
