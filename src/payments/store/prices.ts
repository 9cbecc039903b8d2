import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import type { KnownPrice } from '#src/core/rules/money.ts'
import { prices } from './schema.ts'

export const savePrice = async (db: Queryable, price: KnownPrice & { product: string }): Promise<void> => {
  const { priceId, product, ...facts } = price
  const values = { ...facts, stripePriceId: priceId, stripeProduct: product }
  await db.orm.insert(prices).values(values).onConflictDoUpdate({ target: prices.stripePriceId, set: values })
}

/** Deletes cached prices after the provider reported a change. The next page fetches them again. */
export const deletePrices = async (db: Queryable, by: { priceId: string } | { product: string }): Promise<void> => {
  await db.orm
    .delete(prices)
    .where('priceId' in by ? eq(prices.stripePriceId, by.priceId) : sql`${prices.stripeProduct} = ${by.product}`)
}
