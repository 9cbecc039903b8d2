import type { Entitlement } from '../domain/entitlement.ts'
import {
  flagSentences,
  type Payment,
  paymentState,
  refundedAmount,
  refundedProducts,
  whyUncovered,
} from '../domain/payment.ts'
import { disputeBars, refundable } from '../domain/refund.ts'
import type { Staff } from '../domain/staff.ts'
import { type Checkout, listCheckouts } from '../store/queries/checkouts.ts'
import { findEntitlementByToken } from '../store/queries/entitlements.ts'
import { listPayments } from '../store/queries/payments.ts'
import { listProductsByIds } from '../store/queries/products.ts'
import { listFlags, listOpenFlags, type OpenFlag, type PaymentFlag } from '../store/queries/staff-payments.ts'
import type { Deps } from './deps.ts'
import { recordView } from './steps/record-audit.ts'

/** A checkout as staff see it: what was asked for, what was paid, what went back, and what can still go back. */
export interface StaffPayment extends Pick<Payment, 'status' | 'total' | 'disputes' | 'refunds'> {
  checkout: Checkout
  /** How it stands by now, in a word or two. */
  state: string
  refunded: number
  /** What is left to give back. */
  refundable: number
  /** Why nothing can, where a dispute is in the way. */
  barred: string | null
  lines: {
    productId: number
    product: string
    amount: number | null
    covers: boolean
    /** Why it is not paid for by this; null: it is. */
    why: string | null
    refundable: boolean
  }[]
  flags: (PaymentFlag & { sentence: string })[]
}

/** Every checkout of one person in one course, the oldest first. Null: no such token. That a colleague looked is recorded. */
export const listPersonPayments =
  (deps: Deps) =>
  async (token: string, by: Staff): Promise<{ entitlement: Entitlement; payments: StaffPayment[] } | null> => {
    const { db, clock } = deps
    const entitlement = await findEntitlementByToken(db, token.trim())
    if (!entitlement) return null
    const checkouts = await listCheckouts(db, entitlement)
    const payments = await listPayments(db, entitlement)
    const flags = await listFlags(
      db,
      checkouts.map(c => c.sessionId),
    )
    const ids = [...new Set(checkouts.flatMap(c => c.lines.map(l => l.productId)))]
    const products = await listProductsByIds(db, ids)
    const names = new Map(products.map(p => [p.id, p.name]))
    await recordView(db, by, { kind: entitlement.kind, id: entitlement.id }, clock.now())
    return {
      entitlement,
      payments: checkouts.flatMap(checkout => {
        const payment = payments.find(p => p.sessionId === checkout.sessionId)
        const own = flags.filter(f => f.sessionId === checkout.sessionId)
        return payment ? [shown(checkout, payment, own, names)] : []
      }),
    }
  }

const shown = (checkout: Checkout, payment: Payment, flags: PaymentFlag[], names: Map<number, string>) => {
  const left = refundable(payment)
  const back = refundedProducts(payment)
  return {
    checkout,
    status: payment.status,
    state: paymentState(payment),
    total: payment.total,
    disputes: payment.disputes,
    refunds: payment.refunds,
    refunded: refundedAmount(payment),
    refundable: left,
    barred: disputeBars(payment),
    lines: payment.lines.map(line => {
      const { productId, amount, covers } = line
      return {
        productId,
        product: names.get(productId) ?? `product ${productId}`,
        amount,
        covers,
        why: whyUncovered(payment, line),
        refundable: left > 0 && (amount ?? 0) > 0 && (amount ?? 0) <= left && !back.includes(productId),
      }
    }),
    flags: flags.map(flag => ({ ...flag, sentence: flagSentences[flag.kind] })),
  }
}

const MOST_FLAGS = 500

/** What staff should look at, the oldest first. */
export const listPaymentFlags = (deps: Deps) => async (): Promise<(OpenFlag & { sentence: string })[]> => {
  const flags = await listOpenFlags(deps.db, MOST_FLAGS)
  return flags.map(flag => ({ ...flag, sentence: flagSentences[flag.kind] }))
}
