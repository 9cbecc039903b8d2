import { findEntitlementByToken } from '#src/access/entitlements.ts'
import {
  type FlagKind,
  flagSentences,
  isClosedByStaff,
  type Payment,
  paymentState,
  refundedAmount,
  refundedProducts,
  whyUncovered,
} from '#src/access/rules/payment.ts'
import { type Checkout, getCheckout, listCheckouts, listPayments, lockFlag, saveFlag } from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit, recordView } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { listProductsByIds } from '#src/courses/products.ts'
import { disputeBars, refundable } from './rules/refund.ts'
import { deleteRefusedEventsBefore } from './store/card-provider.ts'
import {
  findCheckoutToken,
  listDisputes,
  listFlags,
  listNewestClosedFlags,
  listOpenFlags,
  type PaymentFlag,
} from './store/payments.ts'

export { findLastEventAt } from './store/card-provider.ts'
export { listPaymentRows } from './store/payments.ts'

/** Lists all checkouts of a row, oldest first. Returns null for an unknown token. Records the view in the audit log. */
export const listPersonPayments = async ({ db, clock }: Needs<'clock' | 'db'>, token: string, by: Staff) => {
  const entitlement = await findEntitlementByToken(db, token.trim())
  if (!entitlement) return null
  const checkouts = await listCheckouts(db, entitlement)
  const payments = await listPayments(db, entitlement)
  const numbers = checkouts.map(c => c.id)
  const flags = explained(await listFlags(db, numbers))
  const intents = checkouts.flatMap(c => c.paymentIntent ?? [])
  const disputes = await listDisputes(db, intents)
  const ids = [...new Set(checkouts.flatMap(c => c.lines.map(l => l.productId)))]
  const products = await listProductsByIds(db, ids)
  const names = new Map(products.map(p => [p.id, p.name]))
  await recordView(db, by, { kind: 'entitlement', id: entitlement.id }, clock.now())
  return {
    entitlement,
    payments: checkouts.flatMap(checkout => {
      const payment = payments.find(p => p.checkoutId === checkout.id)
      const own = flags.filter(f => f.checkoutId === checkout.id)
      const disputed = disputes.filter(d => d.paymentIntent === checkout.paymentIntent)
      return payment ? [{ ...shown(checkout, payment, own, names), disputes: disputed }] : []
    }),
  }
}

/** Adds to each flag the sentence that explains it to staff. */
const explained = <F extends { kind: FlagKind }>(flags: F[]) =>
  flags.map(flag => ({ ...flag, sentence: flagSentences[flag.kind] }))

/** A checkout as staff see it, with refunds and the amount that can still be refunded. */
const shown = (
  checkout: Checkout,
  payment: Payment,
  flags: ReturnType<typeof explained<PaymentFlag>>,
  names: Map<number, string>,
) => {
  const left = refundable(payment)
  const back = refundedProducts(payment)
  return {
    checkout,
    state: paymentState(payment),
    total: payment.total,
    refunded: refundedAmount(payment),
    /** Amount that can still be refunded. */
    refundable: left,
    /** Reason that a dispute prevents refunds. */
    barred: disputeBars(payment),
    lines: payment.lines.map(line => {
      const { productId, amount } = line
      return {
        productId,
        product: names.get(productId) ?? `product ${productId}`,
        amount,
        /** Reason that this payment does not cover the product. Null if it does. */
        why: whyUncovered(payment, line),
        refundable: left > 0 && (amount ?? 0) > 0 && (amount ?? 0) <= left && !back.includes(productId),
      }
    }),
    flags,
  }
}

const MAX_FLAGS = 500

/** Lists open payment flags, oldest first. */
export const listPaymentFlags = async (app: Needs<'db'>) => explained(await listOpenFlags(app.db, MAX_FLAGS))

const MAX_CLOSED = 100

/** Lists the payment flags that were closed last, the last first, with the number of all closed ones. */
export const listClosedFlags = async (app: Needs<'db'>) => {
  const flags = await listNewestClosedFlags(app.db, MAX_CLOSED)
  return { flags: explained(flags), total: flags[0]?.total ?? 0 }
}

/** Finds one payment by the number of its checkout, with whose it is. Records the view in the audit log. */
export const findStaffPayment = async (app: Needs<'clock' | 'db'>, checkoutId: number, by: Staff) => {
  const token = await findCheckoutToken(app.db, checkoutId)
  const person = token ? await listPersonPayments(app, token, by) : null
  const payment = person?.payments.find(p => p.checkout.id === checkoutId)
  return person && payment ? { entitlement: person.entitlement, payment } : null
}

/** Deletes the counts of refused webhook deliveries after a week. */
export const deleteOldRefusals = ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> =>
  deleteRefusedEventsBefore(db, new Date(clock.now().getTime() - 7 * DAY_MS))

/**
 * Closes a payment flag that staff have dealt with. It stays closed until staff open it again. Their note is kept with the
 * flag and in the history.
 */
export const closePaymentFlag = async (
  app: Needs<'clock' | 'db'>,
  { id, note: typed = '' }: { id: number; note?: string | undefined },
  by: Staff,
) => {
  demand(by, 'change')
  const note = typed.trim()
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const flag = await lockFlag(tx, id)
    if (!flag || flag.closedAt) return refuse('flag_not_found')
    if (note === '') return refuse('note_required')
    await saveFlag(tx, id, { closedAt: now, closedBy: `staff:${by.id}`, note })
    const checkout = await getCheckout(tx, flag.checkoutId)
    const after = { flag: flag.kind, payment: checkout.sessionId }
    const subject = { kind: 'entitlement', id: checkout.entitlementId } as const
    await recordAudit(tx, { by, action: 'close-payment-flag', subject, after, reason: note, now })
    return { ok: true as const }
  })
}

/**
 * Opens a flag that staff closed. From then on it closes by itself when its reason ends, like any other. Idempotent: an
 * open flag stays as it is. A flag that closed by itself is not found, because its reason is gone.
 */
export const reopenPaymentFlag = async (app: Needs<'clock' | 'db'>, { id }: { id: number }, by: Staff) => {
  demand(by, 'change')
  return inTransaction(app.db, async tx => {
    const flag = await lockFlag(tx, id)
    if (!flag || (flag.closedAt && !isClosedByStaff(flag))) return refuse('flag_not_found')
    if (!flag.closedAt) return { ok: true as const }
    await saveFlag(tx, id, { closedAt: null, closedBy: null, note: null })
    const checkout = await getCheckout(tx, flag.checkoutId)
    const about = { flag: flag.kind, payment: checkout.sessionId }
    const subject = { kind: 'entitlement', id: checkout.entitlementId } as const
    const change = { before: { ...about, note: flag.note }, after: { ...about, note: null } }
    await recordAudit(tx, { by, action: 'reopen-payment-flag', subject, ...change, now: app.clock.now() })
    return { ok: true as const }
  })
}
