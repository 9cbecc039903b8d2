import { sha256 } from '../crypto.ts'
import { type CardOrder, CardProviderError, type CardSession } from '../domain/card.ts'
import { checkoutMessages, notSetUp } from '../domain/checkout.ts'
import { accessMethodGate } from '../domain/course.ts'
import { progress } from '../domain/coverage.ts'
import { agreeMessage, type Entitlement, entitlementMessages, hasAgreed, isIn, wasIn } from '../domain/entitlement.ts'
import { waitingFor } from '../domain/payment.ts'
import { cleanEmail, emailMessage } from '../domain/person.ts'
import type { Product } from '../domain/product.ts'
import type { CardGateway } from '../gateways/stripe/gateway.ts'
import { type Checkout, listCheckouts, saveCheckout } from '../store/queries/checkouts.ts'
import { lockEntitlements } from '../store/queries/entitlement-changes.ts'
import { findEntitlementByToken, getEntitlement } from '../store/queries/entitlements.ts'
import { claimLimit } from '../store/queries/limits.ts'
import { listPayments } from '../store/queries/payments.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { writeLabel } from './steps/checkout-label.ts'
import { fulfilCheckout } from './steps/fulfil-checkout.ts'

export interface StartCheckout {
  token: string
  /** Where the receipt goes, asked for where the LMS gave no address. */
  receiptEmail?: string | undefined
  /** Where the provider sends the person afterwards; `{CHECKOUT_SESSION_ID}` stands in it unencoded (rules.md D10). */
  back: { success: `/${string}`; cancel: `/${string}` }
}

export type CheckoutStarted =
  | { kind: 'in' }
  /** The provider's page, where the person pays. */
  | { kind: 'go'; url: string }
  | { kind: 'refused'; status: 403 | 404 | 409 | 422 | 429 | 502; message: string; at?: 'receipt' }

const refused = (
  status: Extract<CheckoutStarted, { kind: 'refused' }>['status'],
  message: string,
  at?: 'receipt',
): CheckoutStarted => ({ kind: 'refused', status, message, ...(at ? { at } : {}) })

const WINDOW_MS = 15 * 60 * 1000
const MOST_PER_TOKEN = 20

/**
 * Opens a checkout for the products that nothing covers yet (rules.md B, Mixing). What is sold, for how much and to whom
 * is decided here alone. Twice or at once leads to one and the same checkout.
 */
export const startCheckout =
  (deps: Deps) =>
  async (asked: StartCheckout): Promise<CheckoutStarted> => {
    const { db, card, content, clock } = deps
    const entitlement = await findEntitlementByToken(db, asked.token)
    if (!entitlement) return refused(404, entitlementMessages.tokenNotFound)
    if (isIn(entitlement)) return { kind: 'in' }
    if (!hasAgreed(entitlement, content.terms.version)) return refused(422, agreeMessage)
    const closed = accessMethodGate(entitlement.course, entitlement.school, 'card', clock.now(), wasIn(entitlement))
    if (closed) return { kind: 'refused', ...closed }
    if (!card) return refused(409, notSetUp(entitlement.school))
    const email = entitlement.email ?? cleanEmail(asked.receiptEmail)
    if (!email) return refused(422, emailMessage, 'receipt')
    const limit = { key: `checkout:${sha256(asked.token)}`, most: MOST_PER_TOKEN }
    if (await claimLimit(db, limit, WINDOW_MS, clock.now())) return refused(429, checkoutMessages.tooMany)
    try {
      return await open(deps, card.gateway, { entitlement, email, back: asked.back })
    } catch (error) {
      if (!(error instanceof CardProviderError)) throw error
      deps.log.error({ err: error }, 'a checkout could not be opened')
      return refused(502, error.reason === 'away' ? checkoutMessages.away : checkoutMessages.refused)
    }
  }

interface Opening {
  entitlement: Entitlement
  email: string
  back: { success: string; cancel: string }
}

const open = async (deps: Deps, gateway: CardGateway, given: Opening, again = 1): Promise<CheckoutStarted> => {
  const { entitlement, email } = given
  const before = await listCheckouts(deps.db, entitlement)
  const wanted = progress(entitlement).missing
  for (const checkout of before.filter(c => c.status === 'open' || c.status === 'pending')) {
    const url = await reopen(deps, gateway, checkout, wanted, email)
    if (url) return { kind: 'go', url }
  }
  const waiting = waitingFor(await listPayments(deps.db, entitlement))
  if (waiting) return refused(409, checkoutMessages[waiting])
  // To look at the open ones may have taken a while, or counted one as paid.
  const current = await getEntitlement(deps.db, entitlement)
  const products = progress(current).missing
  // Nothing is missing any more: the page that this leads to lets the person in.
  if (isIn(current) || products.length === 0) return { kind: 'in' }
  const order = orderOf(deps, given, products)
  // The same wish, sent twice or at once, carries the same key; after a checkout is kept, the next wish is another.
  const key = `checkout_${entitlement.sessionId}_${before.length}_${sha256(JSON.stringify(order)).slice(0, 16)}`
  const session = await gateway.createSession(order, key)
  if ((await keep(deps, session, given, products)) && session.url) return { kind: 'go', url: session.url }
  // A code, a colleague or another press came in between: this checkout asks for too much.
  await gateway.expireSession(session.id)
  await fulfilCheckout(deps, gateway, { sessionId: session.id })
  return again > 0
    ? open(deps, gateway, { ...given, entitlement: await getEntitlement(deps.db, entitlement) }, again - 1)
    : refused(409, checkoutMessages.away)
}

/** What the provider is asked to sell. */
const orderOf = ({ settings }: Deps, { entitlement, email, back }: Opening, products: Product[]): CardOrder => ({
  prices: products.map(p => p.stripePriceId),
  email,
  clientReference: entitlement.kind === 'enrollment' ? String(entitlement.id) : entitlement.sessionId,
  successUrl: settings.publicUrl + back.success,
  cancelUrl: settings.publicUrl + back.cancel,
  metadata: writeLabel(entitlement, products),
})

/**
 * Writes down what was opened at the provider, in any case. False: meanwhile another press opened one too, or somebody is
 * in: one person has one checkout, and who is in has none.
 */
const keep = (deps: Deps, session: CardSession, { entitlement, email }: Opening, products: Product[]) =>
  inTransaction(deps.db, async tx => {
    await lockEntitlements(tx, [entitlement])
    const { id: sessionId, subtotal: amount, currency, livemode, expiresAt } = session
    const lines = products.map(p => ({ productId: p.id, priceId: p.stripePriceId }))
    const asked = { sessionId, amount, currency, livemode, expiresAt, receiptEmail: email, lines }
    await saveCheckout(tx, { ...asked, subject: entitlement, now: deps.clock.now() })
    const others = (await listCheckouts(tx, entitlement)).filter(c => c.status === 'open' && c.sessionId !== sessionId)
    const current = await getEntitlement(tx, entitlement)
    return others.length === 0 && !isIn(current) && same(progress(current).missing, products)
  })

/** The address of a checkout that is still right; one that is not is closed, and one that was paid meanwhile counts. */
const reopen = async (
  deps: Deps,
  gateway: CardGateway,
  checkout: Checkout,
  products: Product[],
  email: string,
): Promise<string | null> => {
  const session = await gateway.findSession(checkout.sessionId)
  const right =
    checkout.receiptEmail === email &&
    same(
      checkout.lines.map(l => ({ id: l.productId, stripePriceId: l.priceId })),
      products,
    )
  if (session?.status === 'open' && right) return session.url
  if (session?.status === 'open') await gateway.expireSession(checkout.sessionId)
  await fulfilCheckout(deps, gateway, { sessionId: checkout.sessionId })
  return null
}

const same = (a: Pick<Product, 'id' | 'stripePriceId'>[], b: Pick<Product, 'id' | 'stripePriceId'>[]): boolean => {
  const text = (list: typeof a) =>
    list
      .map(p => `${p.id} ${p.stripePriceId}`)
      .sort()
      .join()
  return text(a) === text(b)
}
