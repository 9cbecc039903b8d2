import type { DisputeState } from './card.ts'
import { needed } from './course.ts'
import { progress } from './coverage.ts'
import { type Entitlement, isIn } from './entitlement.ts'
import { type FlagKind, isRefunded, isWrong, type Payment, refundedAmount, refundedProducts } from './payment.ts'

export interface PaymentPolicy {
  /** Whether an open dispute closes what was paid for (a setting; rules.md C). */
  disputeTakesAccess: boolean
}

/** The products that a payment covers as things stand. */
const covered = (payment: Payment, { disputeTakesAccess }: PaymentPolicy): number[] => {
  if (payment.status !== 'paid' || isRefunded(payment)) return []
  const closing: DisputeState[] = disputeTakesAccess ? ['lost', 'open'] : ['lost']
  if (payment.disputes.some(d => closing.includes(d))) return []
  const back = refundedProducts(payment)
  return payment.lines.filter(l => l.voidedAt === null && !back.includes(l.productId)).map(l => l.productId)
}

/** What the same person holds by another row of theirs in the same Canvas course (rules.md A11): by a code or a card. */
export interface Held {
  productId: number
  since: Date
  /** When their access by that row ends; null: it is not known. */
  until: Date | null
  /** The checkout that paid for it; null: a code. */
  sessionId: string | null
}

/** Whose payments they are. */
type Buyer = Pick<Entitlement, 'codes' | 'course' | 'processedAt' | 'source'> & { heldElsewhere?: Held[] }

export interface Settled {
  /** Lines whose `covers` changes. */
  lines: { sessionId: string; productId: number; covers: boolean }[]
  /** What is paid for afterwards. */
  paid: number[]
  /** Products that were paid for and are not any more, by any payment or code. */
  lost: number[]
  flags: { sessionId: string; kind: FlagKind }[]
}

/** All payments of one person in one course, settled anew from what is known: the order in which it came does not matter. */
export const settle = (payments: Payment[], entitlement: Buyer, policy: PaymentPolicy): Settled => {
  const after = new Map(payments.map(p => [p.sessionId, covered(p, policy)]))
  const byCode = entitlement.codes.filter(c => c.voidedAt === null).map(c => c.productId)
  const paid = [...new Set([...after.values()].flat())]
  const lines = payments.flatMap(p =>
    p.lines
      .map(({ productId, covers }) => ({
        sessionId: p.sessionId,
        productId,
        covers,
        now: after.get(p.sessionId)?.includes(productId) ?? false,
      }))
      .filter(l => l.covers !== l.now)
      .map(({ sessionId, productId, now }) => ({ sessionId, productId, covers: now })),
  )
  const lost = lines.filter(l => !l.covers).map(l => l.productId)
  return {
    lines,
    paid,
    lost: [...new Set(lost)].filter(id => !paid.includes(id) && !byCode.includes(id)),
    flags: payments.flatMap(p =>
      flagsOf(p, { payments, after, byCode, entitlement }).map(kind => ({ sessionId: p.sessionId, kind })),
    ),
  }
}

/** Whether somebody who is in by a code or a card is out, now that `lost` is not paid for any more and `paid` is. */
export const losesAccess = (entitlement: Entitlement, { paid, lost }: Pick<Settled, 'paid' | 'lost'>): boolean => {
  const { missing, total } = progress({ ...entitlement, paid })
  const complete = total > 0 ? missing.length === 0 : entitlement.course.products.length > 0
  const bought = entitlement.source === 'card' || entitlement.source === 'code'
  return isIn(entitlement) && bought && lost.length > 0 && !complete
}

interface Around {
  payments: Payment[]
  after: Map<string, number[]>
  byCode: number[]
  entitlement: Buyer
}

const flagsOf = (payment: Payment, around: Around): FlagKind[] => {
  const back = refundedAmount(payment)
  const gone = isRefunded(payment)
  const explained = payment.refunds
    .filter(r => !r.failed && r.productIds.length > 0)
    .reduce((all, r) => all + r.amount, 0)
  return [
    ...(gone ? [] : payment.findings.filter(isWrong)),
    ...(isDue(payment, around) ? (['refund_due'] as const) : []),
    ...(isForNothing(payment, around) ? (['products_changed'] as const) : []),
    ...(back > explained && !gone ? (['partial_refund'] as const) : []),
    ...(payment.refunds.some(r => r.failed) && !gone ? (['refund_failed'] as const) : []),
    ...(payment.disputes.includes('open') ? (['dispute_open'] as const) : []),
    ...(payment.disputes.includes('lost') ? (['dispute_lost'] as const) : []),
  ]
}

/** Whether it covers a product that the course does not use: a person who is in got in by what it was when they paid. */
const isForNothing = (payment: Payment, { after, entitlement }: Around): boolean => {
  if (entitlement.processedAt !== null && !payment.findings.includes('stray')) return false
  const wanted = needed(entitlement.course).map(p => p.id)
  return (after.get(payment.sessionId) ?? []).some(id => !wanted.includes(id))
}

/** Of two payments at one moment the one with the greater id is the second. A code is the first. */
const isEarlier = (held: Held, { sessionId, completedAt }: Payment): boolean => {
  const at = completedAt?.getTime() ?? 0
  if (held.until !== null && held.until.getTime() <= at) return false
  return held.since.getTime() === at ? (held.sessionId ?? '') < sessionId : held.since.getTime() < at
}

/**
 * Whether money should go back: for a late payment, when all that it covers is covered without it; for any, when the same
 * person had paid or used a code for it before.
 */
const isDue = (payment: Payment, { payments, after, byCode, entitlement }: Around): boolean => {
  const own = after.get(payment.sessionId) ?? []
  if (own.length === 0) return false
  if (entitlement.heldElsewhere?.some(h => own.includes(h.productId) && isEarlier(h, payment))) return true
  const late = payment.findings.includes('late')
  const byOthers = [...after]
    .filter(([sessionId]) => sessionId !== payment.sessionId)
    .flatMap(([, products]) => products)
  const elsewhere = [...byCode, ...byOthers]
  if (late) {
    const gift = entitlement.processedAt !== null && entitlement.source !== 'card' && entitlement.source !== 'code'
    const wanted = needed(entitlement.course).filter(p => own.includes(p.id))
    return gift || wanted.every(p => elsewhere.includes(p.id))
  }
  // In time, but a code or another payment came for the same product while this one was open.
  const at = payment.completedAt?.getTime() ?? 0
  const earlier = payments.filter(p => p.completedAt !== null && p.completedAt.getTime() < at)
  const before = [...byCode, ...earlier.flatMap(p => after.get(p.sessionId) ?? [])]
  return own.some(id => before.includes(id))
}
