import { desc, eq } from 'drizzle-orm'
import { refundedAmount } from '../../domain/payment.ts'
import type { Queryable } from '../db.ts'
import { cardDisputes, cardPayments, cardRefunds, reconciliations } from '../schema/checkouts.ts'

/** What a comparison of the card provider's sessions with our rows found: sentences for staff. */
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

/** The newest first. */
export const listReconciliations = async (db: Queryable, count: number): Promise<Reconciliation[]> =>
  db.orm.select().from(reconciliations).orderBy(desc(reconciliations.at)).limit(count)

/** How much of a payment has gone back, and whether a dispute is known. */
export const getPaymentState = async (
  db: Queryable,
  paymentIntent: string,
): Promise<{ refunded: number; disputed: boolean }> => {
  const [charge] = await db.orm.select().from(cardPayments).where(eq(cardPayments.paymentIntent, paymentIntent))
  const refunds = await db.orm.select().from(cardRefunds).where(eq(cardRefunds.paymentIntent, paymentIntent))
  const disputes = await db.orm.select().from(cardDisputes).where(eq(cardDisputes.paymentIntent, paymentIntent))
  return { refunded: refundedAmount({ refunded: charge?.refunded ?? 0, refunds }), disputed: disputes.length > 0 }
}
