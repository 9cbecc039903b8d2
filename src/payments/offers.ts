import { progress } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAccess } from '#src/access/rules/entitlement.ts'
import { endOf, waitingFor } from '#src/access/rules/payment.ts'
import { listPayments } from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import { type KnownPrice, moneyText, smallestCharge } from '#src/core/rules/money.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { type CardGateway, type CardPrice, CardProviderError } from './rules/card-provider.ts'
import { type CardOffer, noProviderReason, type PriceList } from './rules/checkout.ts'
import { listKnownPrices, savePrice } from './store/card-provider.ts'

const CACHE_MS = DAY_MS
/** After a failed price request, the provider is not asked again for this long. */
const RETRY_AFTER_MS = 30_000

/**
 * Returns the card section of the agree step: prices of the uncovered products and their total, or a payment that is
 * already on its way. Returns null if the person cannot pay by card. Caches prices for a day.
 */
export const findCardOffer = async (
  app: Needs<'card' | 'clock' | 'db' | 'live' | 'log' | 'priceBackoff'>,
  entitlement: Entitlement,
): Promise<CardOffer | null> => {
  const { card, clock, priceBackoff } = app
  const { school, email } = entitlement
  if (!school.acceptsPayment || hasAccess(entitlement)) return null
  const offer = { prices: null, asksEmail: email === null, test: !app.live, waiting: false, earlier: null }
  if (!card) return { ...offer, asksEmail: false, test: false, hint: noProviderReason(school) }
  const now = clock.now()
  const payments = entitlement.hasCheckouts ? await listPayments(app.db, entitlement) : []
  const waiting = waitingFor(payments)
  if (waiting) return { ...offer, waiting: true, hint: null, earlier: waiting }
  const end = endOf(payments)
  const earlier = end === 'failed' || end === 'refunded' ? end : null
  try {
    const mayAsk = now.getTime() >= priceBackoff.retryAt
    const prices = await pricesOf(app, card.gateway, entitlement, { now, mayAsk })
    return { ...offer, earlier, prices, hint: prices ? null : 'price_unknown' }
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    app.log.warn({ err: error }, 'prices could not be read')
    priceBackoff.retryAt = now.getTime() + RETRY_AFTER_MS
    return { ...offer, earlier, hint: 'price_unknown' }
  }
}

/** When the provider may be asked for prices again, in milliseconds since the epoch. */
export interface PriceBackoff {
  retryAt: number
}

const pricesOf = async (
  app: Needs<'db' | 'live'>,
  gateway: CardGateway,
  entitlement: Entitlement,
  { now, mayAsk }: { now: Date; mayAsk: boolean },
) => {
  const { missing } = progress(entitlement)
  const ids = [...new Set(missing.map(p => p.stripePriceId))]
  const cached = entitlement.prices.filter(p => now.getTime() - p.fetchedAt.getTime() < CACHE_MS)
  const unknown = ids.filter(id => !cached.some(c => c.priceId === id))
  if (unknown.length > 0 && !mayAsk) return null
  const fetched = await Promise.all(unknown.map(id => fetchPrice(app, gateway, id, now)))
  return toPriceList(missing, [...cached, ...fetched])
}

/** Returns true for an active price of one payment in our mode. One that the payer chooses has no amount. */
const isSold = ({ active, oneTime, amount, livemode }: CardPrice, live: boolean): boolean =>
  active && oneTime && amount > 0 && livemode === live

const fetchPrice = async (app: Needs<'db' | 'live'>, gateway: CardGateway, priceId: string, now: Date) => {
  const found = await gateway.findPrice(priceId)
  const sells = found !== null && isSold(found, app.live)
  const price = { priceId, amount: found?.amount ?? 0, currency: found?.currency ?? 'usd', sells, fetchedAt: now }
  await savePrice(app.db, { ...price, product: found?.product ?? '' })
  return price
}

export { listKnownPrices } from './store/card-provider.ts'

/** Returns a price for staff, as the provider has it: at most a day old, unless the provider does not answer. */
export const readPrice = async (app: Needs<'card' | 'clock' | 'db' | 'live'>, priceId: string) => {
  const [known = null] = await listKnownPrices(app.db, [priceId])
  const now = app.clock.now()
  if (!app.card || (known && now.getTime() - known.fetchedAt.getTime() < CACHE_MS)) return known
  return fetchPrice(app, app.card.gateway, priceId, now).catch(error => {
    if (!(error instanceof CardProviderError)) throw error
    return known
  })
}

/** Returns null if any price is unknown or the currencies differ: a partial total would be wrong. */
const toPriceList = (missing: { id: number; stripePriceId: string }[], known: KnownPrice[]): PriceList | null => {
  const parts = missing.flatMap(({ id, stripePriceId }) => {
    const price = known.find(k => k.priceId === stripePriceId)
    return price?.sells ? [{ id, ...price }] : []
  })
  const [first] = parts
  if (!first || parts.length < missing.length || parts.some(p => p.currency !== first.currency)) return null
  const amount = parts.reduce((sum, p) => sum + p.amount, 0)
  return {
    lines: parts.map(p => ({ id: p.id, text: moneyText(p) })),
    total: moneyText({ amount, currency: first.currency }),
  }
}

/**
 * Says why the card provider would not sell at a price: it must be active, for one payment, of our mode, and cost
 * as much as it charges at least (a course that costs nothing uses the free product). Null: it would, or no provider is set up.
 */
export const checkPrice = async ({ card, live }: Needs<'card' | 'live'>, priceId: string) => {
  if (!card) return null
  try {
    const price = await card.gateway.findPrice(priceId)
    if (!price || !isSold(price, live)) return refuse('price_not_found')
    return price.amount < smallestCharge(price.currency) ? refuse('price_too_small') : null
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    return error.reason === 'away' ? refuse('price_unchecked') : refuse('price_not_found')
  }
}
