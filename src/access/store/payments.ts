import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { EntitlementRef } from '../rules/entitlement.ts'
import type { FlagKind, Payment } from '../rules/payment.ts'
import type { Held } from '../rules/settlements.ts'
import { listCheckouts } from './checkouts.ts'
import { cardDisputes, cardPayments, cardRefunds, paymentFlags } from './schema/checkouts.ts'

/**
 * Locks a payment, inserting a row when there is none. A refund and the completion of its checkout then run one after
 * the other, and the second sees the first.
 */
export const lockPayment = async (tx: Tx, paymentIntent: string): Promise<void> => {
  const conflict = { target: cardPayments.paymentIntent, set: { paymentIntent } }
  await tx.orm.insert(cardPayments).values({ paymentIntent }).onConflictDoUpdate(conflict)
}

/** Saves a charge. The refunded amount never decreases, because events may arrive out of order. */
export const saveCharge = async (
  tx: Tx,
  { paymentIntent, charged, refunded }: { paymentIntent: string; charged: number; refunded: number },
): Promise<void> => {
  const set = { charged, refunded: sql`greatest(${cardPayments.refunded}, ${refunded})` }
  await tx.orm.update(cardPayments).set(set).where(eq(cardPayments.paymentIntent, paymentIntent))
}

/** Returns true if the refund is known already. */
export const hasRefund = async (tx: Tx, refundId: string): Promise<boolean> =>
  (await tx.orm.$count(cardRefunds, eq(cardRefunds.refundId, refundId))) > 0

export const saveRefund = async (tx: Tx, fact: typeof cardRefunds.$inferInsert): Promise<void> => {
  const set = { failed: sql`${cardRefunds.failed} or excluded.failed` }
  await tx.orm.insert(cardRefunds).values(fact).onConflictDoUpdate({ target: cardRefunds.refundId, set })
}

/** Records who made a refund. Returns false when it was recorded before. */
export const claimRefund = async (tx: Tx, refundId: string, madeBy: string): Promise<boolean> => {
  const isUnclaimed = and(eq(cardRefunds.refundId, refundId), isNull(cardRefunds.madeBy))
  return (await tx.orm.update(cardRefunds).set({ madeBy }).where(isUnclaimed)).rowCount === 1
}

/**
 * Saves a dispute. A final state is never replaced by an older 'open'; of two final states the later one wins, and of two
 * due dates that of the later event.
 */
export const saveDispute = async (tx: Tx, fact: typeof cardDisputes.$inferInsert): Promise<void> => {
  const { disputeId, paymentIntent, state, at, dueAt } = fact
  const { state: was, at: seen, dueAt: due } = cardDisputes
  const ends = sql`excluded.state <> 'open' and (${was} = 'open' or excluded.at > ${seen})`
  await tx.orm
    .insert(cardDisputes)
    .values({ disputeId, paymentIntent, state, at, dueAt })
    .onConflictDoUpdate({
      target: cardDisputes.disputeId,
      set: {
        state: sql`case when ${ends} then excluded.state else ${was} end`,
        at: sql`case when ${ends} then excluded.at else ${seen} end`,
        dueAt: sql`case when excluded.at >= ${seen} then coalesce(excluded.due_at, ${due}) else coalesce(${due}, excluded.due_at) end`,
      },
    })
}

/**
 * Lists all payments of one person in one course with charges, refunds, disputes and open flags, oldest first. The
 * caller holds the row's lock.
 */
export const listPayments = async (db: Queryable, ref: EntitlementRef): Promise<Payment[]> => {
  const checkouts = await listCheckouts(db, ref)
  if (checkouts.length === 0) return []
  const ids = checkouts.map(c => c.id)
  const isOpen = and(inArray(paymentFlags.checkoutId, ids), isNull(paymentFlags.closedAt))
  const flags = await db.orm.select().from(paymentFlags).where(isOpen)
  const intents = checkouts.flatMap(c => c.paymentIntent ?? [])
  const factsOf = async <Row>(read: (intents: string[]) => Promise<Row[]>) => (intents.length > 0 ? read(intents) : [])
  const charges = await factsOf(list =>
    db.orm.select().from(cardPayments).where(inArray(cardPayments.paymentIntent, list)),
  )
  const refunds = await factsOf(list =>
    db.orm.select().from(cardRefunds).where(inArray(cardRefunds.paymentIntent, list)),
  )
  const disputes = await factsOf(list =>
    db.orm.select().from(cardDisputes).where(inArray(cardDisputes.paymentIntent, list)),
  )
  return checkouts.map(row => {
    const charge = charges.find(c => c.paymentIntent === row.paymentIntent)
    return {
      checkoutId: row.id,
      status: row.status,
      mayBePaid:
        row.status === 'open' && row.checkedAt !== null && (row.unpaidAt === null || row.unpaidAt < row.checkedAt),
      total: row.total,
      findings: row.findings,
      completedAt: row.completedAt,
      lines: row.lines,
      charged: charge?.charged ?? null,
      refunded: charge?.refunded ?? 0,
      refunds: refunds.filter(r => r.paymentIntent === row.paymentIntent),
      disputes: disputes.filter(d => d.paymentIntent === row.paymentIntent).map(d => d.state),
      openFlags: flags.filter(f => f.checkoutId === row.id).map(f => f.kind),
    }
  })
}

const codesHeld = prepared<Held>(
  'codes_held',
  `select u.product_id as "productId", u.attached_at as since, coalesce(u.voided_at, e.access_ends_at) as until,
     null as "checkoutId"
   from coupon_uses u join entitlements e on e.id = u.entitlement_id where u.entitlement_id = any($1)`,
)

/** Lists the products these rows hold or held through codes. Released codes are not listed. */
export const listCodesHeld = async (db: Queryable, refs: EntitlementRef[]): Promise<Held[]> =>
  refs.length > 0 ? codesHeld(db, [refs.map(ref => ref.id)]) : []

type StoredFlag = typeof paymentFlags.$inferSelect

/** Locks a flag and returns it; null when it does not exist. */
export const lockFlag = async (tx: Tx, id: number): Promise<StoredFlag | null> =>
  (await tx.orm.select().from(paymentFlags).where(eq(paymentFlags.id, id)).for('update'))[0] ?? null

/** Closes a flag, or opens it again if `closedAt` is null. The caller holds its lock. */
export const saveFlag = async (tx: Tx, id: number, change: Pick<StoredFlag, 'closedAt' | 'closedBy' | 'note'>) => {
  await tx.orm.update(paymentFlags).set(change).where(eq(paymentFlags.id, id))
}

/** Opens the wanted flags and closes the others. Flags that staff closed stay closed until staff open them. */
export const saveFlags = async (
  tx: Tx,
  checkoutIds: number[],
  wanted: { checkoutId: number; kind: FlagKind }[],
  now: Date,
): Promise<void> => {
  for (const checkoutId of checkoutIds) {
    const kinds = wanted.filter(f => f.checkoutId === checkoutId).map(f => f.kind)
    const isOther = notInArray(paymentFlags.kind, kinds)
    const isOver = and(eq(paymentFlags.checkoutId, checkoutId), isNull(paymentFlags.closedAt), isOther)
    await tx.orm.update(paymentFlags).set({ closedAt: now, closedBy: 'system' }).where(isOver)
    if (kinds.length === 0) continue
    const opened = tx.orm.insert(paymentFlags).values(kinds.map(kind => ({ checkoutId, kind, openedAt: now })))
    const isClosedBySystem = sql`coalesce(${paymentFlags.closedBy}, 'system') = 'system'`
    await opened.onConflictDoUpdate({
      target: [paymentFlags.checkoutId, paymentFlags.kind],
      set: { closedAt: null, closedBy: null, openedAt: now },
      setWhere: and(isNotNull(paymentFlags.closedAt), isClosedBySystem),
    })
  }
}
