import { findEntitlementByToken, getEntitlement, lockEntitlements } from '#src/access/entitlements.ts'
import { progress } from '#src/access/rules/coverage.ts'
import { type Entitlement, hadAccess, hasAccess, hasAgreed } from '#src/access/rules/entitlement.ts'
import { waitingFor } from '#src/access/rules/payment.ts'
import { type Checkout, listCheckouts, listPayments, saveCheckout } from '#src/access/settlements.ts'
import type { App } from '#src/context.ts'
import { beginCall, type CallKey, endCall } from '#src/core/claims/claims.ts'
import { sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { accessMethodGate } from '#src/courses/rules/course.ts'
import type { Product } from '#src/courses/rules/product.ts'
import type { CheckoutReason } from './contract.ts'
import { fulfilCheckout, toCheckoutMetadata } from './fulfilments.ts'
import { makeCall } from './make-call.ts'
import { type CardGateway, type CardOrder, CardProviderError, type CardSession } from './rules/card-provider.ts'
import { noProviderReason } from './rules/checkout.ts'
import { readReceiptEmail } from './rules/pay-steps.ts'

interface StartCheckout {
  token: string
  /** Address for the receipt, asked for if the LMS gave none. */
  receiptEmail?: string | undefined
  /** Paths for the provider to return to. `{CHECKOUT_SESSION_ID}` must stay unencoded. */
  back: { success: `/${string}`; cancel: `/${string}` }
}

/** `url` is the provider's payment page; null if nothing is left to pay. */
type CheckoutStarted = { ok: true; url: string | null } | Refused<CheckoutReason>

const WINDOW_MS = 15 * 60 * 1000
const MAX_PER_TOKEN = 20

/**
 * Opens a checkout for the products that are not covered yet (docs/rules/payments.md). Products and prices come from
 * the database, never from the request. Repeated or concurrent calls lead to the same checkout.
 */
export const startCheckout = async (app: App, asked: StartCheckout): Promise<CheckoutStarted> => {
  const { db, card, termsVersion, clock } = app
  const entitlement = await findEntitlementByToken(db, asked.token)
  if (!entitlement) return refuse('token_not_found')
  if (hasAccess(entitlement)) return { ok: true, url: null }
  if (!hasAgreed(entitlement, termsVersion)) return refuse('terms_not_agreed')
  const closed = accessMethodGate(entitlement.course, entitlement.school, 'card', clock.now(), hadAccess(entitlement))
  if (closed) return refuse(closed)
  if (!card) return refuse(noProviderReason(entitlement.school))
  const receipt = entitlement.email
    ? { ok: true as const, email: entitlement.email }
    : readReceiptEmail(asked.receiptEmail)
  if (!receipt.ok) return receipt
  const limit = { key: `checkout:${sha256(asked.token)}`, most: MAX_PER_TOKEN }
  if (await claimLimit(db, limit, WINDOW_MS, clock.now())) return refuse('too_many_checkouts')
  try {
    return await open(app, card.gateway, { entitlement, email: receipt.email, back: asked.back })
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    app.log.error({ err: error }, 'checkout could not be opened')
    return refuse(error.reason === 'away' ? 'checkout_provider_away' : 'checkout_refused')
  }
}

interface Opening {
  entitlement: Entitlement
  email: string
  back: { success: string; cancel: string }
}

const open = async (app: App, gateway: CardGateway, given: Opening, again = 1): Promise<CheckoutStarted> => {
  const { entitlement, email } = given
  const before = await listCheckouts(app.db, entitlement)
  const wanted = progress(entitlement).missing
  for (const checkout of before.filter(c => c.status === 'open' || c.status === 'pending')) {
    const reopened = await reopen(app, gateway, checkout, wanted, email)
    if (reopened) return reopened
  }
  const waiting = waitingFor(await listPayments(app.db, entitlement))
  if (waiting) return refuse(waiting === 'flagged' ? 'payment_under_review' : 'payment_pending')
  // Read again: checking open checkouts takes time and may have found one paid.
  const current = await getEntitlement(app.db, entitlement)
  const products = progress(current).missing
  // Nothing is missing: the next page gives access.
  if (hasAccess(current) || products.length === 0) return { ok: true, url: null }
  const order = orderOf(app, given, products)
  const call = await beginCheckout(app, { sessionId: entitlement.sessionId, checkouts: before.length, order })
  const session = await makeCall(app, call, key => gateway.createSession(order, `checkout_${key}`))
  if ((await saveNewCheckout(app, session, given, { products, call })) && session.url)
    return { ok: true, url: session.url }
  // A code, a staff change or another request came first, so this checkout asks for too much.
  await gateway.expireSession(session.id)
  await fulfilCheckout(app, gateway, { sessionId: session.id })
  return again > 0
    ? open(app, gateway, { ...given, entitlement: await getEntitlement(app.db, entitlement) }, again - 1)
    : refuse('checkout_outdated')
}

/**
 * Begins the call that opens a checkout. Equal requests at the same time share its key, and a retry after a lost answer
 * has it too. After a failed call nobody knows the checkout that it may have opened, so the next one has another key.
 */
const beginCheckout = async ({ db, clock }: App, asked: { sessionId: string; checkouts: number; order: CardOrder }) => {
  const call = { purpose: `checkout ${sha256(JSON.stringify(asked))}`, asked: '', now: clock.now() }
  const begun = await beginCall(db, call)
  return begun.state === 'unclear' ? beginCall(db, call, begun.key) : begun
}

const orderOf = ({ publicUrl }: App, { entitlement, email, back }: Opening, products: Product[]): CardOrder => ({
  prices: products.map(p => p.stripePriceId),
  email,
  clientReference: entitlement.kind === 'enrollment' ? String(entitlement.id) : entitlement.sessionId,
  successUrl: publicUrl + back.success,
  cancelUrl: publicUrl + back.cancel,
  metadata: toCheckoutMetadata(entitlement, products),
})

/**
 * Saves the new checkout. Returns false if it must be closed: another one is open, the person has access now, or the
 * products changed.
 */
const saveNewCheckout = (
  app: App,
  session: CardSession,
  { entitlement, email }: Opening,
  { products, call }: { products: Product[]; call: CallKey },
) =>
  inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [entitlement])
    const { id: sessionId, subtotal: amount, currency, livemode, expiresAt } = session
    const lines = products.map(p => ({ productId: p.id, priceId: p.stripePriceId }))
    const asked = { sessionId, amount, currency, livemode, expiresAt, receiptEmail: email, lines }
    await saveCheckout(tx, { ...asked, entitlementId: entitlement.id, now: app.clock.now() })
    await endCall(tx, call)
    const others = (await listCheckouts(tx, entitlement)).filter(c => c.status === 'open' && c.sessionId !== sessionId)
    const current = await getEntitlement(tx, entitlement)
    return others.length === 0 && !hasAccess(current) && sameProducts(progress(current).missing, products)
  })

/**
 * Reopens a checkout that still matches. Closes one that does not, and returns null; if it was paid meanwhile, the payment
 * counts. Refuses if the provider does not answer, because it may be paid.
 */
const reopen = async (
  app: App,
  gateway: CardGateway,
  checkout: Checkout,
  products: Product[],
  email: string,
): Promise<CheckoutStarted | null> => {
  const { sessionId } = checkout
  try {
    const session = await gateway.findSession(sessionId)
    const asked = checkout.lines.map(l => ({ id: l.productId, stripePriceId: l.priceId }))
    const isRight = checkout.receiptEmail === email && sameProducts(asked, products)
    if (session?.status === 'open' && isRight) return session.url === null ? null : { ok: true, url: session.url }
    if (session?.status === 'open') await gateway.expireSession(sessionId)
    await fulfilCheckout(app, gateway, { sessionId })
    return null
  } catch (error) {
    if (!(error instanceof CardProviderError) || error.reason !== 'away') throw error
    app.log.warn({ err: error }, 'an open checkout could not be checked')
    return refuse(checkout.status === 'pending' ? 'payment_pending' : 'checkout_unchecked')
  }
}

type Asked = Pick<Product, 'id' | 'stripePriceId'>[]

const sameProducts = (a: Asked, b: Asked): boolean =>
  a.length === b.length && a.every(p => b.some(o => o.id === p.id && o.stripePriceId === p.stripePriceId))
