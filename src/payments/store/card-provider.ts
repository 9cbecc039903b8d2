import { desc, eq, inArray, lt } from 'drizzle-orm'
import { cardDisputes, cardRefunds, checkouts } from '#src/access/store/schema/checkouts.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import type { KnownPrice } from '#src/core/rules/money.ts'
import type { DisputeFact, RefundFact } from '../rules/card-provider.ts'
import { prices, reconciliations, refusedEvents, stripeEvents } from './schema.ts'

export const savePrice = async (db: Queryable, price: KnownPrice & { product: string }): Promise<void> => {
  const { priceId, product, ...facts } = price
  const values = { ...facts, stripePriceId: priceId, stripeProduct: product }
  await db.orm.insert(prices).values(values).onConflictDoUpdate({ target: prices.stripePriceId, set: values })
}

/** Returns the cached prices among these. */
export const listKnownPrices = async (db: Queryable, priceIds: string[]): Promise<KnownPrice[]> => {
  const { stripePriceId: priceId, amount, currency, sells, fetchedAt } = prices
  const known = db.orm.select({ priceId, amount, currency, sells, fetchedAt }).from(prices)
  return known.where(inArray(priceId, priceIds))
}

/** Deletes cached prices after the provider reported a change. The next page fetches them again. */
export const deletePrices = async (db: Queryable, by: { priceId: string } | { product: string }): Promise<void> => {
  const isIt = 'priceId' in by ? eq(prices.stripePriceId, by.priceId) : eq(prices.stripeProduct, by.product)
  await db.orm.delete(prices).where(isIt)
}

/** Claims a webhook event. Returns false when it was processed before. */
export const claimEvent = async (tx: Tx, event: { id: string; type: string }, now: Date): Promise<boolean> => {
  const taken = tx.orm.insert(stripeEvents).values({ id: event.id, type: event.type, takenAt: now })
  return (await taken.onConflictDoNothing()).rowCount === 1
}

/** Adds deliveries that were refused to the count of their hour. */
export const addRefusedEvents = async (db: Queryable, count: number, now: Date): Promise<void> => {
  await db.client.query(
    `insert into refused_events (hour, count) values (date_trunc('hour', $1::timestamptz), $2)
     on conflict (hour) do update set count = refused_events.count + excluded.count`,
    [now, count],
  )
}

export const deleteRefusedEventsBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(refusedEvents).where(lt(refusedEvents.hour, before))
}

/** Returns when the last webhook event was taken; null before the first. */
export const findLastEventAt = async (db: Queryable): Promise<Date | null> => {
  const [last] = await db.orm.select().from(stripeEvents).orderBy(desc(stripeEvents.takenAt)).limit(1)
  return last?.takenAt ?? null
}

/** Result of comparing the card provider's sessions with our rows. `healed` and `open` are sentences for staff. */
export type Reconciliation = Omit<typeof reconciliations.$inferSelect, 'id'>

export const saveReconciliation = async (db: Queryable, result: Reconciliation): Promise<void> => {
  await db.orm.insert(reconciliations).values(result)
}

/** Lists the last 30 reconciliations, newest first. */
export const listReconciliations = async (db: Queryable): Promise<Reconciliation[]> =>
  db.orm.select().from(reconciliations).orderBy(desc(reconciliations.at)).limit(30)

/** Returns the stored state of a refund or dispute; null when it is unknown. */
export const findFactState = async (db: Queryable, fact: RefundFact | DisputeFact) => {
  if (fact.kind === 'refund') {
    const [refund] = await db.orm.select().from(cardRefunds).where(eq(cardRefunds.refundId, fact.refundId))
    return refund ? (refund.failed ? 'failed' : 'live') : null
  }
  const [dispute] = await db.orm.select().from(cardDisputes).where(eq(cardDisputes.disputeId, fact.disputeId))
  return dispute?.state ?? null
}

/** Lists disputes of our checkouts that are still open. */
export const listOpenDisputes = async (db: Queryable): Promise<{ disputeId: string; sessionId: string }[]> =>
  db.orm
    .select({ disputeId: cardDisputes.disputeId, sessionId: checkouts.stripeSessionId })
    .from(cardDisputes)
    .innerJoin(checkouts, eq(checkouts.paymentIntent, cardDisputes.paymentIntent))
    .where(eq(cardDisputes.state, 'open'))
