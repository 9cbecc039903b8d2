import { findEntitlementByToken } from '#src/access/entitlements.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import {
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
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { listProductsByIds } from '#src/courses/products.ts'
import type { ListedPayment } from './rules/payment-list.ts'
import { disputeBars, refundable } from './rules/refund.ts'
import { deleteRefusedEventsBefore } from './store/card-provider.ts'
import {
  type ClosedFlag,
  type Dispute,
  findCheckoutToken,
  listDisputes,
  listFlags,
  listNewestClosedFlags,
  listOpenFlags,
  listPaymentRows,
  type OpenFlag,
  type PaymentFlag,
} from './store/payments.ts'

export { findLastEventAt } from './store/card-provider.ts'

/** A checkout as staff see it, with refunds and the amount that can still be refunded. */
interface StaffPayment extends Pick<Payment, 'status' | 'total' | 'refunds'> {
  checkout: Checkout
  disputes: Dispute[]
  /** Payment state in a word or two. */
  state: string
  refunded: number
  /** Amount that can still be refunded. */
  refundable: number
  /** Reason that a dispute prevents refunds. */
  barred: ReturnType<typeof disputeBars>
  lines: {
    productId: number
    product: string
    amount: number | null
    covers: boolean
    /** Reason that this payment does not cover the product. Null if it does. */
    why: string | null
    refundable: boolean
  }[]
  flags: (PaymentFlag & { sentence: string })[]
}

/** Lists all checkouts of a row, oldest first. Returns null for an unknown token. Records the view in the audit log. */
export const listPersonPayments = async (
  app: Needs<'clock' | 'db'>,
  token: string,
  by: Staff,
): Promise<{ entitlement: Entitlement; payments: StaffPayment[] } | null> => {
  const { db, clock } = app
  const entitlement = await findEntitlementByToken(db, token.trim())
  if (!entitlement) return null
  const checkouts = await listCheckouts(db, entitlement)
  const payments = await listPayments(db, entitlement)
  const flags = await listFlags(
    db,
    checkouts.map(c => c.id),
  )
  const disputes = await listDisputes(
    db,
    checkouts.flatMap(c => c.paymentIntent ?? []),
  )
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

const shown = (checkout: Checkout, payment: Payment, flags: PaymentFlag[], names: Map<number, string>) => {
  const left = refundable(payment)
  const back = refundedProducts(payment)
  return {
    checkout,
    status: payment.status,
    state: paymentState(payment),
    total: payment.total,
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

const MAX_FLAGS = 500

/** An open flag with its explanation for staff. */
type ExplainedFlag = OpenFlag & { sentence: string }

/** Lists open payment flags, oldest first. */
export const listPaymentFlags = async (app: Needs<'db'>): Promise<ExplainedFlag[]> => {
  const flags = await listOpenFlags(app.db, MAX_FLAGS)
  return flags.map(flag => ({ ...flag, sentence: flagSentences[flag.kind] }))
}

const MAX_CLOSED = 100

/** The flags closed last, and the number of all closed ones. */
interface ClosedFlags {
  flags: (ClosedFlag & { sentence: string })[]
  total: number
}

/** Lists closed payment flags, the last closed first. */
export const listClosedFlags = async (app: Needs<'db'>): Promise<ClosedFlags> => {
  const { flags, total } = await listNewestClosedFlags(app.db, MAX_CLOSED)
  return { flags: flags.map(flag => ({ ...flag, sentence: flagSentences[flag.kind] })), total }
}

/** Finds one payment by the number of its checkout, with whose it is. Records the view in the audit log. */
export const findStaffPayment = async (
  app: Needs<'clock' | 'db'>,
  checkoutId: number,
  by: Staff,
): Promise<{ entitlement: Entitlement; payment: StaffPayment } | null> => {
  const token = await findCheckoutToken(app.db, checkoutId)
  const person = token ? await listPersonPayments(app, token, by) : null
  const payment = person?.payments.find(p => p.checkout.id === checkoutId)
  return person && payment ? { entitlement: person.entitlement, payment } : null
}

/** Lists card payments, a page at a time. */
export const listAllPayments = ({ db }: Needs<'db'>, query: ListQuery, by: Staff): Promise<ListPage<ListedPayment>> =>
  listPaymentRows(db, query, by)

/** Deletes the counts of refused webhook deliveries after a week. */
export const deleteOldRefusals = ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> =>
  deleteRefusedEventsBefore(db, new Date(clock.now().getTime() - 7 * DAY_MS))

interface CloseFlag {
  id: number
  /** The note of staff about their action. Kept with the flag and in the history. */
  note?: string | undefined
}

/** Closes a payment flag that staff have dealt with. It stays closed until staff open it again. */
export const closePaymentFlag = async (
  app: Needs<'clock' | 'db'>,
  given: CloseFlag,
  by: Staff,
): Promise<{ ok: true } | Refused<'flag_not_found' | 'note_required'>> => {
  demand(by, 'change')
  const { id } = given
  const note = given.note?.trim() ?? ''
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
    return { ok: true }
  })
}

/**
 * Opens a flag that staff closed. From then on it closes by itself when its reason ends, like any other. Idempotent: an
 * open flag stays as it is. A flag that closed by itself is not found, because its reason is gone.
 */
export const reopenPaymentFlag = async (
  app: Needs<'clock' | 'db'>,
  { id }: { id: number },
  by: Staff,
): Promise<{ ok: true } | Refused<'flag_not_found'>> => {
  demand(by, 'change')
  return inTransaction(app.db, async tx => {
    const flag = await lockFlag(tx, id)
    if (!flag || (flag.closedAt && !isClosedByStaff(flag))) return refuse('flag_not_found')
    if (!flag.closedAt) return { ok: true }
    await saveFlag(tx, id, { closedAt: null, closedBy: null, note: null })
    const checkout = await getCheckout(tx, flag.checkoutId)
    const about = { flag: flag.kind, payment: checkout.sessionId }
    await recordAudit(tx, {
      by,
      action: 'reopen-payment-flag',
      subject: { kind: 'entitlement', id: checkout.entitlementId },
      before: { ...about, note: flag.note },
      after: { ...about, note: null },
      now: app.clock.now(),
    })
    return { ok: true }
  })
}
