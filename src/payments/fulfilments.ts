import {
  findEntitlementById,
  getEntitlement,
  lockAllOfPerson,
  lockEntitlements,
  saveStripeEvent,
} from '#src/access/entitlements.ts'
import { isBoughtHere } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { type CheckoutStatus, type Finding, findingsOf, isWrong } from '#src/access/rules/payment.ts'
import {
  type Checkout,
  changeCheckout,
  findCheckout,
  lockPayment,
  saveCharge,
  saveCheckout,
  saveLineAmounts,
  settlePayments,
} from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { requiredProducts } from '#src/courses/rules/course.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { sendFailure, sendReceipt } from './payer-messages.ts'
import type { CardEvent, CardGateway, CardSession } from './rules/card-provider.ts'
import { claimEvent } from './store/card-provider.ts'

/** Metadata on a checkout session and its payment. It identifies both if our own row is lost. */
export const toCheckoutMetadata = (entitlement: Entitlement, products: Product[]): Record<string, string> => ({
  signbook_id: String(entitlement.id),
  // The row's payment reference. Checked too, because ids can be guessed.
  signbook_reference: entitlement.sessionId,
  // Stripe allows 500 characters per value; a course has only a few products.
  signbook_lines: products.map(p => `${p.id}=${p.stripePriceId}`).join(','),
})

export const readCheckoutMetadata = (metadata: Record<string, string>) => {
  const { signbook_id: id, signbook_reference: reference, signbook_lines: list = '' } = metadata
  if (!/^\d{1,15}$/.test(id ?? '') || !reference) return null
  const lines = list.split(',').map(line => {
    const [productId, ...price] = line.split('=')
    return { productId: Number(productId), priceId: price.join('=') }
  })
  return lines.every(l => l.productId > 0 && l.priceId) ? { entitlementId: Number(id), reference, lines } : null
}

/** The needs of what asks the card provider and settles access. */
export type Fulfils = Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'live' | 'log'>

type CheckoutMetadata = NonNullable<ReturnType<typeof readCheckoutMetadata>>

interface Fulfil {
  sessionId: string
  /** The webhook event that triggered this; processed once. */
  event?: CardEvent | undefined
  /** The session, if the caller has read it already. */
  session?: CardSession | undefined
}

export type Fulfilled = CheckoutStatus | 'unknown'

/**
 * Updates a checkout from the provider's session and settles the person's access. Called by the webhook, the success
 * page, the next Make Payment and reconciliation. Reads the session again, so the content and order of events do not
 * matter. Idempotent; locks all rows of the person.
 */
export const fulfilCheckout = async (app: Fulfils, gateway: CardGateway, given: Fulfil): Promise<Fulfilled> => {
  const now = app.clock.now()
  const known = await findCheckout(app.db, given.sessionId)
  if (known && isFinal(known.status) && !given.session) return saveEvent(app, known, given.event, now)
  const session = given.session ?? (await gateway.findSession(given.sessionId))
  if (!session) {
    if (known) await inTransaction(app.db, tx => changeCheckout(tx, known.id, { status: 'expired' }))
    return known ? 'expired' : 'unknown'
  }
  const label = known ? null : await findOwnLabel(app, session)
  const entitlementId = known?.entitlementId ?? label?.entitlementId
  if (entitlementId === undefined) return 'unknown'
  return inTransaction(app.db, async tx => {
    await lockAllOfPerson(tx, { id: entitlementId })
    if (given.event && !(await claimEvent(tx, given.event, now))) return known?.status ?? 'open'
    if (label) await restoreCheckout(tx, session, label, now)
    const checkout = await findCheckout(tx, session.id)
    if (!checkout) throw new Error('checkout not found although its row is locked')
    return applySession(app, tx, { checkout, session, event: given.event, now })
  })
}

/** Final states: refunds and disputes are recorded separately. */
const isFinal = (status: CheckoutStatus): boolean => status === 'paid' || status === 'flagged'

/** Records the event of a checkout that is already final. */
const saveEvent = (app: Needs<'db'>, known: Checkout, event: CardEvent | undefined, now: Date): Promise<Fulfilled> =>
  inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [{ id: known.entitlementId }])
    if (event && (await claimEvent(tx, event, now))) await saveEventOfPayment(tx, known, event)
    return known.status
  })

const saveEventOfPayment = async (tx: Tx, checkout: Checkout, event: CardEvent): Promise<void> => {
  const { status, findings, entitlementId } = checkout
  if (status === 'paid' && !findings.includes('late')) await saveStripeEvent(tx, { id: entitlementId }, event.id)
}

/** Returns the label of a session that our server created but whose row is lost. Both id and reference must match. */
const findOwnLabel = async (app: Needs<'db'>, session: CardSession): Promise<CheckoutMetadata | null> => {
  const label = readCheckoutMetadata(session.metadata)
  const entitlement = label && (await findEntitlementById(app.db, { id: label.entitlementId }))
  return entitlement?.sessionId === label?.reference ? label : null
}

const restoreCheckout = async (tx: Tx, session: CardSession, label: CheckoutMetadata, now: Date): Promise<void> => {
  const { id: sessionId, subtotal: amount, currency, livemode, expiresAt } = session
  const asked = { sessionId, amount, currency, livemode, expiresAt, receiptEmail: null, now }
  await saveCheckout(tx, { ...asked, entitlementId: label.entitlementId, lines: label.lines })
}

interface ApplySession {
  checkout: Checkout
  session: CardSession
  event: CardEvent | undefined
  now: Date
}

const applySession = async (app: Fulfils, tx: Tx, { checkout, session, event, now }: ApplySession) => {
  const { id, sessionId, entitlementId } = checkout
  if (isFinal(checkout.status)) {
    if (event) await saveEventOfPayment(tx, checkout, event)
    return checkout.status
  }
  if (!session.paid) {
    const status = unpaidStatus(session, event)
    await changeCheckout(tx, id, { status, unpaidAt: now })
    if (status === checkout.status) return status
    if (status === 'failed') await sendFailure(app, tx, { checkout, session, now })
    return status
  }
  const findings = await listFindings(app, tx, checkout, session)
  const status = findings.some(isWrong) ? 'flagged' : 'paid'
  const { paymentIntent, total, refunded } = session
  // Refunds and disputes may arrive before the payment; they are stored under its id.
  if (paymentIntent) await lockPayment(tx, paymentIntent)
  if (paymentIntent && refunded !== null) await saveCharge(tx, { paymentIntent, charged: total, refunded })
  await changeCheckout(tx, id, { status, paymentIntent, total, findings, completedAt: now })
  await saveLineAmounts(tx, id, session.lines)
  await settlePayments(app, tx, { entitlementId, now, stripeEventId: event?.id })
  if (status === 'flagged') app.log.warn({ checkout: sessionId, findings }, 'payment does not match its checkout')
  await sendReceipt(app, tx, { checkout, session, now })
  return status
}

const unpaidStatus = (session: CardSession, event: CardEvent | undefined): CheckoutStatus => {
  if (session.status !== 'complete') return session.status
  return session.failed || (event?.about.kind === 'session' && event.about.failed) ? 'failed' : 'pending'
}

const listFindings = async (app: Fulfils, tx: Tx, checkout: Checkout, session: CardSession): Promise<Finding[]> => {
  const entitlement = await getEntitlement(tx, { id: checkout.entitlementId })
  const wanted = requiredProducts(entitlement.course).map(p => p.id)
  const findings = findingsOf({ ...checkout, priceIds: checkout.lines.map(l => l.priceId) }, session)
  if (session.livemode !== app.live && !findings.includes('wrong_mode')) findings.push('wrong_mode')
  if (hasAccess(entitlement)) findings.push('late')
  if (hasAccess(entitlement) && !isBoughtHere(entitlement)) findings.push('gift')
  if (checkout.lines.some(l => !wanted.includes(l.productId))) findings.push('stray')
  return findings
}
