import { lockAllOfPerson } from '#src/access/entitlements.ts'
import {
  claimRefund,
  findCheckoutByPayment,
  hasRefund,
  listPayments,
  lockPayment,
  saveCharge,
  saveDispute,
  saveRefund,
  settlePayments,
} from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { listProductsByIds } from '#src/courses/products.ts'
import { type Fulfils, fulfilCheckout } from './fulfilments.ts'
import { sendRefunded } from './payer-messages.ts'
import type { CardEvent, PaymentFact, WebhookReason } from './rules/card-provider.ts'
import { productsOfRefund } from './rules/refund.ts'
import { claimEvent, deletePrices } from './store/card-provider.ts'

interface RecordFact {
  fact: PaymentFact
  at: Date
  /** Absent if no event brought the fact. */
  event?: CardEvent | undefined
  /** For the audit log, if access is lost. */
  reason?: string | undefined
  /** The staff user who caused it. */
  by?: Staff | undefined
}

/**
 * Records a charge, refund or dispute and settles the person's access. If the payment is not known yet, the fact is
 * stored under its id. Idempotent; throws TryAgain if the payment appears meanwhile.
 */
export const recordPaymentFact = (
  app: Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs'>,
  { fact, at, event, reason, by }: RecordFact,
): Promise<void> =>
  inTransaction(app.db, async tx => {
    const now = app.clock.now()
    const { paymentIntent } = fact
    const checkout = await findCheckoutByPayment(tx, paymentIntent)
    if (checkout) await lockAllOfPerson(tx, { id: checkout.entitlementId })
    await lockPayment(tx, paymentIntent)
    if (!checkout && (await findCheckoutByPayment(tx, paymentIntent)))
      throw new RetryTransaction('its checkout is paid now')
    if (event && !(await claimEvent(tx, event, now))) return
    const isNewRefund = fact.kind === 'refund' && fact.state === 'live' && !(await hasRefund(tx, fact.refundId))
    await save(tx, fact, at)
    if (checkout && by && fact.kind === 'refund' && (await claimRefund(tx, fact.refundId, `staff:${by.id}`))) {
      const { sessionId: payment, currency } = checkout
      const products = (await listProductsByIds(tx, fact.products)).map(p => p.productCode)
      const after = { payment, amount: moneyText({ amount: fact.amount, currency }), products }
      const subject = { kind: 'entitlement', id: checkout.entitlementId } as const
      await recordAudit(tx, { by, action: 'refund-payment', subject, after, reason, now })
    }
    // An impossible amount is flagged, and nobody is told of it.
    if (checkout && isNewRefund && fact.amount <= (checkout.total ?? checkout.amount)) {
      const payments = await listPayments(tx, { id: checkout.entitlementId })
      const payment = payments.find(p => p.checkoutId === checkout.id)
      const ids = payment ? productsOfRefund(payment, fact.products) : fact.products
      const products = (await listProductsByIds(tx, ids)).map(p => p.name)
      await sendRefunded(app, tx, { checkout, refundId: fact.refundId, amount: fact.amount, products })
    }
    if (checkout) {
      const { entitlementId } = checkout
      await settlePayments(app, tx, { entitlementId, now, reason: reason ?? fact.kind })
    }
  })

const save = async (tx: Tx, fact: PaymentFact, at: Date): Promise<void> => {
  if (fact.kind === 'charge') return saveCharge(tx, fact)
  if (fact.kind === 'dispute') return saveDispute(tx, { ...fact, at })
  const { state, products, kind: _, ...rest } = fact
  return saveRefund(tx, { ...rest, failed: state === 'failed', productIds: products, at })
}

/**
 * Processes and commits a Stripe event. Events may arrive in any order and more than once. Throws if processing failed; Stripe then
 * sends the event again.
 */
export const handleCardEvent = async (
  app: Fulfils & Needs<'card'>,
  body: Buffer,
  signature: string,
): Promise<{ ok: true } | Refused<WebhookReason>> => {
  const { card, log, live } = app
  if (!card) return refuse('webhook_not_set_up')
  const event = await card.gateway.readEvent(body, signature, app.clock.now())
  if (!event) return refuse('signature_invalid')
  const { about } = event
  const named = { event: event.id, type: event.type }
  if (event.livemode !== live) {
    log.warn(named, 'card event ignored: wrong mode')
    return { ok: true }
  }
  if (about.kind === 'session') {
    const status = await fulfilCheckout(app, card.gateway, { sessionId: about.sessionId, event })
    log.info({ ...named, status }, 'card event processed')
  } else if (about.kind === 'price' || about.kind === 'product') await deletePrices(app.db, about)
  else if (about.kind !== 'other') {
    await recordPaymentFact(app, { fact: about, at: event.at, event })
    log.info(named, 'card event processed')
  }
  return { ok: true }
}
