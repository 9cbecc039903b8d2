import { getEntitlement } from '#src/access/entitlements.ts'
import { refundedAmount } from '#src/access/rules/payment.ts'
import { findCheckout, listPayments, lockPayment } from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import { beginCall, endCall } from '#src/core/claims/claims.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, REFUND_FRESH_MS, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { listProductsByIds } from '#src/courses/products.ts'
import { recordPaymentFact } from './card-events.ts'
import { makeCall } from './make-call.ts'
import { CardProviderError, type CardRefund, type RefundFact } from './rules/card-provider.ts'
import { effectsKey, planRefund, type RefundReason, refundEffects } from './rules/refund.ts'
import { findFactState } from './store/card-provider.ts'

interface PreviewRefund {
  sessionId: string
  /** Products to refund, which lose their coverage. Without any, everything left is refunded. */
  productIds: number[]
}

interface RefundPayment extends PreviewRefund {
  /** Shown in the history. */
  reason: string
  /** The `effectsKey` that staff confirmed. If the effects have changed, nothing is refunded. */
  confirmed?: string | undefined
}

type PaymentRefunded = { ok: true; amount: number; currency: string; token: string } | Refused<RefundReason>

const plan = async (
  { db, card }: Needs<'card'> & { db: Queryable },
  { sessionId, productIds: wanted }: PreviewRefund,
) => {
  const checkout = await findCheckout(db, sessionId)
  const payments = checkout ? await listPayments(db, { id: checkout.entitlementId }) : []
  const payment = payments.find(p => p.checkoutId === checkout?.id)
  if (!card || !checkout || !payment) return refuse('payment_not_found')
  const planned = planRefund(payment, wanted)
  if (!planned.ok) return planned
  const { paymentIntent, currency } = checkout
  if (!paymentIntent) return refuse('payment_not_paid')
  const entitlement = await getEntitlement(db, { id: checkout.entitlementId })
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
export const previewRefund = async (app: Needs<'card' | 'db'>, given: PreviewRefund, by: Staff) => {
  demand(by, 'change')
  const planned = await plan(app, given)
  return planned.ok ? { ok: true as const, effects: planned.effects } : planned
}

/**
 * Refunds a payment and settles the person's access (docs/rules/payments.md). The refund's metadata names its products,
 * so its event alone has the same effect. A payment has one refund under way at a time, in all processes: the same
 * request joins it, another one is refused. After a refund that failed, or that was never answered, the refunds at the
 * provider are read first.
 */
export const refundPayment = async (app: Refunds & Needs<'log'>, given: RefundPayment, by: SignedInStaff) => {
  demand(by, 'change')
  demandFresh(by, app.clock.now(), REFUND_FRESH_MS)
  try {
    const begun = await begin(app, given)
    if (!begun.ok) return begun
    return begun.call.state === 'unclear' ? await clearUp(app, begun, given, by) : await make(app, begun, given, by)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    app.log.error({ err: error }, 'refund could not be made')
    return refuse(error.reason === 'away' ? 'refund_provider_away' : 'refund_refused')
  }
}

/** Plans the refund and begins its call, under the lock that recording a refund takes too. */
const begin = ({ db, card, clock }: Needs<'card' | 'clock' | 'db'>, given: RefundPayment, checked?: string) =>
  inTransaction(db, async tx => {
    const checkout = await findCheckout(tx, given.sessionId)
    if (checkout?.paymentIntent) await lockPayment(tx, checkout.paymentIntent)
    const planned = await plan({ db: tx, card }, given)
    if (!planned.ok) return planned
    const { amount, productIds, paymentIntent, payment, effects } = planned
    const { confirmed, reason } = given
    if (reason.trim() === '') return refuse('reason_required')
    if (confirmed !== undefined && confirmed !== effectsKey(effects)) return refuse('effects_changed')
    // A refund after another one is a new one, even if both are of the same amount.
    const asked = JSON.stringify({ amount, productIds, before: [refundedAmount(payment), payment.refunds.length] })
    const call = await beginCall(tx, { purpose: `refund ${paymentIntent}`, asked, now: clock.now() }, checked)
    return call.state === 'busy' ? refuse('refund_under_way') : { ...planned, call }
  })

type Begun = Extract<Awaited<ReturnType<typeof begin>>, { ok: true }>

type Refunds = Needs<'card' | 'clock' | 'db' | 'disputeTakesAccess' | 'jobs'>

const make = async (app: Refunds, begun: Begun, given: RefundPayment, by: SignedInStaff): Promise<PaymentRefunded> => {
  const { paymentIntent, amount, productIds, gateway, call } = begun
  const order = { paymentIntent, amount, productIds }
  const made = await makeCall(app, call, key => gateway.refund(order, `refund_${key}`))
  return finish(app, begun, given, by, made)
}

/** Records a refund that the provider made. */
const finish = async (
  app: Refunds,
  { paymentIntent, productIds: products, amount, currency, token, call }: Begun,
  { reason }: RefundPayment,
  by: SignedInStaff,
  made: CardRefund,
): Promise<PaymentRefunded> => {
  const fact = { kind: 'refund', paymentIntent, refundId: made.id, amount: made.amount, state: made.state } as const
  await recordPaymentFact(app, { fact: { ...fact, products }, at: app.clock.now(), reason, by })
  await endCall(app.db, call)
  return made.state === 'failed' ? refuse('refund_failed') : { ok: true, amount, currency, token }
}

/**
 * Finds out what came of an earlier call for this payment: the refund may have been made although the answer was an error
 * or got lost. Records the refunds that we do not know. If one of them is the refund that is asked for, it is done; if
 * others were made, staff decide again; otherwise it is made with a new key.
 */
const clearUp = async (app: Refunds, begun: Begun, given: RefundPayment, by: SignedInStaff) => {
  const { gateway, paymentIntent, amount, productIds } = begun
  const news: RefundFact[] = []
  let wanted: RefundFact | undefined
  for await (const fact of gateway.listRefundsOf(paymentIntent)) {
    const known = await findFactState(app.db, fact)
    const isEqual = fact.state === 'live' && fact.amount === amount && fact.products.join() === productIds.join()
    if (!known && isEqual && !wanted) wanted = fact
    // Once failed, a refund stays failed here.
    else if (known !== fact.state && known !== 'failed') news.push(fact)
  }
  for (const fact of news) await recordPaymentFact(app, { fact, at: app.clock.now() })
  if (wanted) return finish(app, begun, given, by, { id: wanted.refundId, amount, state: wanted.state })
  if (news.length > 0) return refuse('refunded_changed')
  const again = await begin(app, given, begun.call.key)
  if (!again.ok) return again
  return again.call.state === 'unclear' ? refuse('refund_under_way') : make(app, again, given, by)
}
