import type { DisputeState } from './card.ts'
import { requiredProducts } from './course.ts'
import { isBoughtHere, progress } from './coverage.ts'
import { type Entitlement, isIn } from './entitlement.ts'
import {
  type FlagKind,
  isRefunded,
  isWrong,
  type Payment,
  type PaymentLine,
  refundedAmount,
  refundedProducts,
} from './payment.ts'

export interface PaymentPolicy {
  /** Whether an open dispute closes what was paid for (a setting; rules.md C). */
  disputeTakesAccess: boolean
}

/** The lines of a payment whose money has stayed with us, also when what they opened is closed by now. */
const bought = (payment: Payment, { disputeTakesAccess }: PaymentPolicy): PaymentLine[] => {
  if (payment.status !== 'paid' || isRefunded(payment)) return []
  const closing: DisputeState[] = disputeTakesAccess ? ['lost', 'open'] : ['lost']
  if (payment.disputes.some(d => closing.includes(d))) return []
  const back = refundedProducts(payment)
  return payment.lines.filter(l => !back.includes(l.productId))
}

/** The products that a payment covers as things stand. */
const covered = (payment: Payment, policy: PaymentPolicy): number[] =>
  bought(payment, policy)
    .filter(l => l.voidedAt === null)
    .map(l => l.productId)

export interface Settled {
  /** Lines whose `covers` changes. */
  lines: { sessionId: string; productId: number; covers: boolean }[]
  /** What is paid for afterwards. */
  paid: number[]
  /** Products that were paid for and are not any more, by any payment or code. */
  lost: number[]
}

/** All payments of one person in one course, settled anew from what is known: the order in which it came does not matter. */
export const settle = (payments: Payment[], { codes }: Pick<Entitlement, 'codes'>, policy: PaymentPolicy): Settled => {
  const after = new Map(payments.map(p => [p.sessionId, covered(p, policy)]))
  const byCode = codes.filter(c => c.voidedAt === null).map(c => c.productId)
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
  return { lines, paid, lost: [...new Set(lost)].filter(id => !paid.includes(id) && !byCode.includes(id)) }
}

/** Whether somebody who is in by a code or a card is out, now that `lost` is not paid for any more and `paid` is. */
export const losesAccess = (entitlement: Entitlement, { paid, lost }: Pick<Settled, 'paid' | 'lost'>): boolean => {
  const { missing, total } = progress({ ...entitlement, paid })
  const complete = total > 0 ? missing.length === 0 : entitlement.course.products.length > 0
  return isIn(entitlement) && isBoughtHere(entitlement) && lost.length > 0 && !complete
}

/** What a person held for a while: by a code or a card. */
export interface Held {
  productId: number
  since: Date
  /** When it was taken back or its time was over; null: it counts, and it is not known until when. */
  until: Date | null
  /** The checkout that paid for it; null: a code. */
  sessionId: string | null
}

/** What a row's payments hold, or held while its time lasted. Money that went back holds nothing, and never did. */
export const heldBy = (payments: Payment[], until: Date | null, policy: PaymentPolicy): Held[] =>
  payments.flatMap(p => {
    const { completedAt: since, sessionId } = p
    if (!since) return []
    return bought(p, policy).map(l => ({ productId: l.productId, since, until: l.voidedAt ?? until, sessionId }))
  })

/** What stands or stood beside a row's payments. */
export interface OtherCoverage {
  /** By codes of the row itself. */
  codes: Held[]
  /** By codes and cards of the same person's other rows in the same Canvas course (rules.md A11). */
  elsewhere: Held[]
}

interface Around {
  payments: Payment[]
  entitlement: Pick<Entitlement, 'course' | 'processedAt'>
  beside: OtherCoverage
  policy: PaymentPolicy
}

/** What staff should look at, of all payments of one person in one course. */
export const flagsOf = (around: Around): { sessionId: string; kind: FlagKind }[] =>
  around.payments.flatMap(p => kindsOf(p, around).map(kind => ({ sessionId: p.sessionId, kind })))

const kindsOf = (payment: Payment, around: Around): FlagKind[] => {
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
const isForNothing = (payment: Payment, { entitlement, policy }: Around): boolean => {
  if (entitlement.processedAt !== null && !payment.findings.includes('stray')) return false
  const wanted = requiredProducts(entitlement.course).map(p => p.id)
  return covered(payment, policy).some(id => !wanted.includes(id))
}

const isAfter = (until: Date | null, at: Date): boolean => until === null || until > at

/** Of two payments at one moment the one with the greater id is the second. A code is the first. */
const isEarlier = (held: Held, at: Date, sessionId: string): boolean =>
  isAfter(held.until, at) && (held.since < at || (+held.since === +at && (held.sessionId ?? '') < sessionId))

/**
 * Whether money should go back: for a late payment, when all that it covers was covered without it; for any, when the same
 * person had paid or used a code for it before. What counted when it came decides, whoever is in or out by now: time that
 * runs out later makes no second payment a first one. Only money or a code that went back does.
 */
const isDue = (payment: Payment, { payments, entitlement, beside, policy }: Around): boolean => {
  const { completedAt: at, sessionId, findings } = payment
  const lines = bought(payment, policy)
  if (lines.length === 0 || !at) return false
  const own = lines.map(l => l.productId)
  const wasThere = (held: Held) => isEarlier(held, at, sessionId)
  if (beside.elsewhere.some(h => own.includes(h.productId) && wasThere(h))) return true
  // While a payment counts no code is taken for the same: one that stands beside it came while it was open.
  const closed = lines.find(l => l.voidedAt !== null)?.voidedAt ?? null
  const byCode = beside.codes.filter(c => isAfter(c.until, at) && isAfter(closed, c.since))
  const others = payments.filter(p => p.sessionId !== sessionId)
  const before = [...byCode, ...heldBy(others, null, policy).filter(wasThere)].map(h => h.productId)
  if (!findings.includes('late')) return own.some(id => before.includes(id))
  const wanted = requiredProducts(entitlement.course).filter(p => own.includes(p.id))
  return findings.includes('gift') || wanted.every(p => before.includes(p.id))
}
