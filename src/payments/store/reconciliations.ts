import { desc, eq } from 'drizzle-orm'
import type { DisputeState } from '#src/access/rules/payment.ts'
import { cardDisputes, cardRefunds, checkouts } from '#src/access/store/schema/checkouts.ts'
import type { Queryable } from '#src/core/db/db.ts'
import type { DisputeFact, RefundFact, RefundState } from '../rules/card-provider.ts'
import { reconciliations } from './schema.ts'

/** Result of comparing the card provider's sessions with our rows. `healed` and `open` are sentences for staff. */
export interface Reconciliation {
  at: Date
  actor: string
  compared: number
  healed: string[]
  open: string[]
}

export const saveReconciliation = async (db: Queryable, result: Reconciliation): Promise<void> => {
  await db.orm.insert(reconciliations).values(result)
}

/** Lists the newest `count` reconciliations, newest first. */
export const listReconciliations = async (db: Queryable, count: number): Promise<Reconciliation[]> =>
  db.orm.select().from(reconciliations).orderBy(desc(reconciliations.at)).limit(count)

/** Returns the stored state of a refund or dispute; null when it is unknown. */
export const findFactState = async (
  db: Queryable,
  fact: RefundFact | DisputeFact,
): Promise<RefundState | DisputeState | null> => {
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
