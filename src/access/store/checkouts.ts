import { and, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { queryValues } from '#src/core/db/statements.ts'
import type { EntitlementRef } from '../rules/entitlement.ts'
import type { CheckoutStatus } from '../rules/payment.ts'
import { checkoutLines, checkouts } from './schema/checkouts.ts'

/** A checkout as requested, with its outcome. `sessionId` is Stripe's id, which staff and receipts show. */
export type Checkout = Awaited<ReturnType<typeof list>>[number]

/** Lists checkouts with their lines, oldest first. */
const list = async (db: Queryable, which: SQL) => {
  const rows = await db.orm.select().from(checkouts).where(which).orderBy(checkouts.createdAt, checkouts.id)
  if (rows.length === 0) return []
  const ids = rows.map(r => r.id)
  const lines = await db.orm.select().from(checkoutLines).where(inArray(checkoutLines.checkoutId, ids))
  return rows.map(({ stripeSessionId: sessionId, ...row }) => ({
    ...row,
    sessionId,
    lines: lines.filter(l => l.checkoutId === row.id),
  }))
}

export const findCheckout = async (db: Queryable, sessionId: string): Promise<Checkout | null> =>
  (await list(db, eq(checkouts.stripeSessionId, sessionId)))[0] ?? null

/** Throws when the checkout does not exist. */
export const getCheckout = async (db: Queryable, id: number): Promise<Checkout> => {
  const [checkout] = await list(db, eq(checkouts.id, id))
  if (!checkout) throw new Error(`checkout ${id} does not exist`)
  return checkout
}

export const findCheckoutByPayment = async (db: Queryable, paymentIntent: string): Promise<Checkout | null> =>
  (await list(db, eq(checkouts.paymentIntent, paymentIntent)))[0] ?? null

/** Lists all checkouts of one person in one course, oldest first. */
export const listCheckouts = (db: Queryable, { id }: EntitlementRef): Promise<Checkout[]> =>
  list(db, eq(checkouts.entitlementId, id))

const affected = prepared<EntitlementRef>(
  'affected_by_change',
  `select distinct e.id from checkouts x join entitlements e on e.id = x.entitlement_id
   where x.id in (
       select id from checkouts where course_id = $1 union all select checkout_id from checkout_lines where product_id = $2)
     and (x.status = 'open' or x.status in ('paid', 'flagged') and (
       e.processed_at is null and exists (select from checkout_lines l where l.checkout_id = x.id and l.voided_at is null)
       or exists (select from payment_flags f where f.checkout_id = x.id and f.closed_at is null)))
   order by e.id`,
)

/**
 * Lists rows affected by a change of a course's products or a product's price: those with an open checkout, and those
 * with a payment that is not settled because they have no access or a flag is open. A payment whose access ended no
 * longer counts.
 */
export const listAffectedByChange = (db: Queryable, what: { courseId: number } | { productId: number }) =>
  affected(db, ['courseId' in what ? what.courseId : null, 'productId' in what ? what.productId : null])

const CLAIM = `update checkouts set checked_at = $1 where id in (
  select id from checkouts where status in ('open', 'pending')`
const UNANSWERED = `checked_at > coalesce(unpaid_at, '-infinity')`

/**
 * Claims unfinished checkouts that nobody asked the provider about for two and a half minutes, or for an hour if they are
 * older than half an hour: an abandoned one is asked about some thirty times, until it expires. One that the provider did
 * not answer about is due at the next run of the job, a minute later. Two runs without an answer fit into five minutes.
 * Returns their session ids.
 */
export const claimChecks = queryValues<string, [now: Date, most: number]>(
  'claim_checks',
  `${CLAIM} and coalesce(checked_at, created_at) <=
      $1::timestamptz - case when ${UNANSWERED} then interval '30 seconds'
        when created_at > $1::timestamptz - interval '30 minutes' then interval '150 seconds'
        else interval '1 hour' end
    order by id limit $2 for update skip locked)
   returning stripe_session_id as value`,
)

const checksOfRow = prepared<{ session: string }>(
  'claim_checks_of_row',
  `${CLAIM} and entitlement_id = $2
      and (checked_at is null
        or checked_at <= $1::timestamptz - case when ${UNANSWERED} then interval '10 seconds' else interval '1 minute' end)
    for update skip locked)
   returning stripe_session_id as session`,
)

/** Claims the unfinished checkouts of one row, each at most once a minute, or every ten seconds without an answer. */
export const claimChecksOf = async (db: Queryable, { id }: EntitlementRef, now: Date): Promise<string[]> =>
  (await checksOfRow(db, [now, id])).map(row => row.session)

/** Lists checkouts that are still open or pending after they expired. */
export const listOverdue = (db: Queryable, now: Date): Promise<{ sessionId: string; status: CheckoutStatus }[]> => {
  const { stripeSessionId: sessionId, status, expiresAt } = checkouts
  const isOverdue = and(inArray(status, ['open', 'pending']), lt(expiresAt, now))
  return db.orm.select({ sessionId, status }).from(checkouts).where(isOverdue)
}

type NewCheckout = Pick<
  Checkout,
  'sessionId' | 'entitlementId' | 'amount' | 'currency' | 'livemode' | 'receiptEmail' | 'expiresAt'
> & { now: Date; lines: { productId: number; priceId: string }[] }

/** Saves a checkout and its lines. Leaves an existing one unchanged. */
export const saveCheckout = async (tx: Tx, { lines, now, sessionId, ...rest }: NewCheckout): Promise<void> => {
  const courseId = sql`(select course_id from entitlements where id = ${rest.entitlementId})`
  const added = tx.orm.insert(checkouts).values({ ...rest, courseId, stripeSessionId: sessionId, createdAt: now })
  const [made] = await added.onConflictDoNothing().returning({ id: checkouts.id })
  if (made) await tx.orm.insert(checkoutLines).values(lines.map(l => ({ ...l, checkoutId: made.id })))
}

type CheckoutChange = Partial<typeof checkouts.$inferInsert> & { status: CheckoutStatus }

export const changeCheckout = async (tx: Tx, id: number, change: CheckoutChange): Promise<void> => {
  await tx.orm.update(checkouts).set(change).where(eq(checkouts.id, id))
}

/** Saves the amount paid for each line, as the provider reports it. */
export const saveLineAmounts = async (tx: Tx, checkoutId: number, amounts: { priceId: string; amount: number }[]) => {
  for (const { priceId, amount } of amounts) {
    const isLine = and(eq(checkoutLines.checkoutId, checkoutId), eq(checkoutLines.priceId, priceId))
    await tx.orm.update(checkoutLines).set({ amount }).where(isLine)
  }
}

const linesOf = ({ id }: EntitlementRef) =>
  sql`${checkoutLines.checkoutId} in (select ${checkouts.id} from ${checkouts} where ${checkouts.entitlementId} = ${id})`

/**
 * Voids the lines that cover products, because staff removed the person. They count again when staff let the person in.
 */
export const voidLines = async (tx: Tx, row: EntitlementRef, now: Date): Promise<void> => {
  const covering = and(linesOf(row), eq(checkoutLines.covers, true))
  await tx.orm.update(checkoutLines).set({ voidedAt: now, covers: false }).where(covering)
}

/**
 * Restores lines of these products that were voided after the last period that ended, because staff let the person in
 * again. The caller then recalculates what they cover.
 */
export const restoreLines = async (
  tx: Tx,
  row: EntitlementRef,
  { productIds, after }: { productIds: number[]; after: Date | null },
): Promise<void> => {
  const isVoided = after ? gt(checkoutLines.voidedAt, after) : isNotNull(checkoutLines.voidedAt)
  const chosen = and(linesOf(row), inArray(checkoutLines.productId, productIds), isVoided)
  await tx.orm.update(checkoutLines).set({ voidedAt: null }).where(chosen)
}

type LineCoverage = Pick<typeof checkoutLines.$inferSelect, 'checkoutId' | 'productId' | 'covers'>

export const saveLineCoverage = async (tx: Tx, lines: LineCoverage[]): Promise<void> => {
  for (const { checkoutId, productId, covers } of lines) {
    const isLine = and(eq(checkoutLines.checkoutId, checkoutId), eq(checkoutLines.productId, productId))
    await tx.orm.update(checkoutLines).set({ covers }).where(isLine)
  }
}
