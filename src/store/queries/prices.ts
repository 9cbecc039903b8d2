import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../db.ts'
import { prices } from '../schema/checkouts.ts'

export interface CachedPrice {
  priceId: string
  amount: number
  currency: string
  /** Active, one-time and of our mode: else it is not shown, and not sold. */
  sells: boolean
}

export const listPrices = async (db: Queryable, ids: string[], fetchedAfter: Date): Promise<CachedPrice[]> => {
  if (ids.length === 0) return []
  const rows = await db.orm
    .select()
    .from(prices)
    .where(and(inArray(prices.stripePriceId, ids), gt(prices.fetchedAt, fetchedAfter)))
  return rows.map(r => ({ priceId: r.stripePriceId, amount: r.amount, currency: r.currency, sells: r.sells }))
}

export const savePrice = async (db: Queryable, price: CachedPrice & { product: string }, now: Date): Promise<void> => {
  const { priceId, product, ...facts } = price
  const values = { ...facts, stripePriceId: priceId, stripeProduct: product, fetchedAt: now }
  await db.orm.insert(prices).values(values).onConflictDoUpdate({ target: prices.stripePriceId, set: values })
}

/** The provider says that something changed: the next page asks again. */
export const forgetPrices = async (db: Queryable, by: { priceId: string } | { product: string }): Promise<void> => {
  await db.orm
    .delete(prices)
    .where('priceId' in by ? eq(prices.stripePriceId, by.priceId) : sql`${prices.stripeProduct} = ${by.product}`)
}
