import { keysOf } from '#src/core/rules/guards.ts'
import { requiredProducts } from '#src/courses/rules/course.ts'
import { isBoughtHere, progress } from './coverage.ts'
import { type Entitlement, hasAccess } from './entitlement.ts'
import {
  type DisputeState,
  type FlagKind,
  hasImpossibleRefund,
  isRefunded,
  isWrong,
  type Payment,
  type PaymentLine,
  refundedAmount,
  refundedProducts,
} from './payment.ts'

export interface PaymentPolicy {
  /** True if an open dispute removes access (a setting). */
  disputeTakesAccess: boolean
}

/** Lists lines paid and not refunded, even if their coverage has ended. */
const bought = (payment: Payment, { disputeTakesAccess }: PaymentPolicy): PaymentLine[] => {
  if (payment.status !== 'paid' || isRefunded(payment)) return []
  const closing: DisputeState[] = disputeTakesAccess ? ['lost', 'open'] : ['lost']
  if (payment.disputes.some(d => closing.includes(d))) return []
  const refunded = refundedProducts(payment)
  return payment.lines.filter(l => !refunded.includes(l.productId))
}

/** Lists the products that a payment currently covers. */
const covered = (payment: Payment, policy: PaymentPolicy): number[] =>
  bought(payment, policy)
    .filter(l => l.voidedAt === null)
    .map(l => l.productId)

/** Recomputes the coverage of all payments of one person in one course. The order of events does not matter. */
export const settle = (payments: Payment[], { codes }: Pick<Entitlement, 'codes'>, policy: PaymentPolicy) => {
  const after = new Map(payments.map(p => [p.checkoutId, covered(p, policy)]))
  const byCode = codes.filter(c => c.voidedAt === null).map(c => c.productId)
  /** Products paid for afterwards. */
  const paid = [...new Set([...after.values()].flat())]
  /** Lines with a changed `covers`. */
  const lines = payments.flatMap(({ checkoutId, lines }) =>
    lines.flatMap(({ productId, covers: before }) => {
      const covers = after.get(checkoutId)?.includes(productId) ?? false
      return covers === before ? [] : [{ checkoutId, productId, covers }]
    }),
  )
  /** Products that lost their coverage by any payment or code. */
  const lost = [...new Set(lines.filter(l => !l.covers).map(l => l.productId))].filter(
    id => !paid.includes(id) && !byCode.includes(id),
  )
  return { lines, paid, lost }
}

/** Returns true if a person with access by code or card loses it, given the products `lost` and still `paid`. */
export const losesAccess = (entitlement: Entitlement, { paid, lost }: Record<'paid' | 'lost', number[]>): boolean => {
  const { missing, total } = progress({ ...entitlement, paid })
  const complete = total > 0 ? missing.length === 0 : entitlement.course.products.length > 0
  return hasAccess(entitlement) && isBoughtHere(entitlement) && lost.length > 0 && !complete
}

/** A period in which a product was covered by a code or card. */
export interface Held {
  productId: number
  since: Date
  /** End of the period; null if it still counts with no known end. */
  until: Date | null
  /** Checkout that paid for it; null for a code. */
  checkoutId: number | null
}

/** Lists the periods covered by a row's payments. Refunded money never counts. */
export const heldBy = (payments: Payment[], until: Date | null, policy: PaymentPolicy): Held[] =>
  payments.flatMap(p => {
    const { completedAt: since, checkoutId } = p
    if (!since) return []
    return bought(p, policy).map(l => ({ productId: l.productId, since, until: l.voidedAt ?? until, checkoutId }))
  })

/** Coverage besides a row's payments. */
export interface OtherCoverage {
  /** Codes of the row itself. */
  codes: Held[]
  /** Codes and cards of the person's other rows in the same Canvas course. */
  elsewhere: Held[]
}

interface Around {
  payments: Payment[]
  entitlement: Pick<Entitlement, 'course' | 'processedAt'>
  beside: OtherCoverage
  policy: PaymentPolicy
}

/** Returns the flags that staff should review, for all payments of one person in one course. */
export const flagsOf = (around: Around): { checkoutId: number; kind: FlagKind }[] =>
  around.payments.flatMap(p => kindsOf(p, around).map(kind => ({ checkoutId: p.checkoutId, kind })))

const kindsOf = (payment: Payment, around: Around): FlagKind[] => {
  const isGone = isRefunded(payment)
  const isImpossible = hasImpossibleRefund(payment)
  const explained = payment.refunds
    .filter(r => !r.failed && r.productIds.length > 0)
    .reduce((all, r) => all + r.amount, 0)
  const applies = {
    refund_due: isDue(payment, around),
    products_changed: isForNothing(payment, around),
    impossible_refund: isImpossible,
    partial_refund: refundedAmount(payment) > explained && !isGone && !isImpossible,
    refund_failed: payment.refunds.some(r => r.failed) && !isGone,
    dispute_open: payment.disputes.includes('open'),
    dispute_lost: payment.disputes.includes('lost'),
  }
  return [...(isGone ? [] : payment.findings.filter(isWrong)), ...keysOf(applies).filter(kind => applies[kind])]
}

/**
 * Returns true if the payment covers a product that the course no longer uses. A person with access is excluded: the
 * product was required when they paid.
 */
const isForNothing = (payment: Payment, { entitlement, policy }: Around): boolean => {
  if (entitlement.processedAt !== null && !payment.findings.includes('stray')) return false
  const wanted = requiredProducts(entitlement.course).map(p => p.id)
  return covered(payment, policy).some(id => !wanted.includes(id))
}

const isAfter = (until: Date | null, at: Date): boolean => until === null || until > at

/**
 * Returns true if `held` came first. Between two payments at the same instant, the later checkout is second; a code
 * is first.
 */
const isEarlier = (held: Held, at: Date, checkoutId: number): boolean =>
  isAfter(held.until, at) && (held.since < at || (+held.since === +at && (held.checkoutId ?? 0) < checkoutId))

/**
 * Returns true if a refund is due. A late payment: everything it covers was covered without it. Any payment: the same
 * person had already paid or used a code for a product of it. Only the state at the time of payment counts; later
 * expiry changes nothing, later refunds and released codes do.
 */
const isDue = (payment: Payment, { payments, entitlement, beside, policy }: Around): boolean => {
  const { completedAt: at, checkoutId, findings } = payment
  const lines = bought(payment, policy)
  if (lines.length === 0 || !at) return false
  const own = lines.map(l => l.productId)
  const wasThere = (held: Held) => isEarlier(held, at, checkoutId)
  if (beside.elsewhere.some(h => own.includes(h.productId) && wasThere(h))) return true
  // While a payment counts, no code is accepted for the same product, so such a code came while the payment was open.
  const closed = lines.find(l => l.voidedAt !== null)?.voidedAt ?? null
  const byCode = beside.codes.filter(c => isAfter(c.until, at) && isAfter(closed, c.since))
  const others = payments.filter(p => p.checkoutId !== checkoutId)
  const before = [...byCode, ...heldBy(others, null, policy).filter(wasThere)].map(h => h.productId)
  if (!findings.includes('late')) return own.some(id => before.includes(id))
  const wanted = requiredProducts(entitlement.course).filter(p => own.includes(p.id))
  return findings.includes('gift') || wanted.every(p => before.includes(p.id))
}
