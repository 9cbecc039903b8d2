import { courseGate, needed } from './course.ts'
import {
  type AttachedCode,
  type Entitlement,
  isIn,
  type OtherRow,
  type Source,
  type Subject,
  sameSubject,
  wasIn,
} from './entitlement.ts'
import type { Product } from './product.ts'

/** What covers the products of a course for one person: codes, cards, and other rows of theirs (rules.md A11, B). */

/** A product that a course asks for, and what covers it: a code, a card, or nothing yet. */
export interface Coverage {
  id: number
  product: string
  code: string | null
  paid: boolean
}

export interface Progress {
  /** The products still to be covered. */
  missing: Product[]
  /** The codes that count, in the order they were given. */
  codes: string[]
  /** N and M of 'N of M codes validated'. */
  done: number
  total: number
}

/** What may cover a product. */
export type Grounds = Pick<Entitlement, 'codes' | 'course' | 'paid' | 'others' | 'unprocessedAt'>

/**
 * The rows by which the same person is in already. One from before the person was taken out here counts no more: only a
 * new reason lets them in again.
 */
const countingRows = ({ others, unprocessedAt }: Pick<Grounds, 'others' | 'unprocessedAt'>): OtherRow[] =>
  others.filter(o => {
    if (!o.processedAt) return false
    const since = Math.max(o.processedAt.getTime(), o.linkedAt?.getTime() ?? 0)
    return unprocessedAt === null || since > unprocessedAt.getTime()
  })

/** The products that a row of the same person covers: no second code is asked for (rules.md A11). */
export const coveredElsewhere = (row: Pick<Grounds, 'others' | 'unprocessedAt'>): number[] =>
  countingRows(row).flatMap(o => o.productIds)

/** Until when the same person is in elsewhere; null: no row counts, or its end is not known. */
export const endElsewhere = (row: Pick<Grounds, 'others' | 'unprocessedAt'>): Date | null =>
  countingRows(row).reduce<Date | null>(
    (last, { accessEndsAt: end }) => (end && (!last || end > last) ? end : last),
    null,
  )

/** Counted anew at every read, since staff may change a course's products at any time (rules.md B, M and N). */
export const progress = (entitlement: Grounds): Progress => {
  const total = needed(entitlement.course)
  const counting = entitlement.codes.filter(c => c.voidedAt === null && total.some(p => p.id === c.productId))
  const byCode = total.filter(p => counting.some(c => c.productId === p.id))
  const elsewhere = coveredElsewhere(entitlement)
  const missing = total.filter(
    p => !byCode.includes(p) && !entitlement.paid.includes(p.id) && !elsewhere.includes(p.id),
  )
  return { missing, codes: counting.map(c => c.code), done: byCode.length, total: total.length }
}

/** Product by product, what is there and what is missing. */
export const coverage = (entitlement: Grounds): Coverage[] => {
  const paid = [...entitlement.paid, ...coveredElsewhere(entitlement)]
  return needed(entitlement.course).map(product => ({
    id: product.id,
    product: product.name,
    code: entitlement.codes.find(c => c.productId === product.id && c.voidedAt === null)?.code ?? null,
    paid: paid.includes(product.id),
  }))
}

/** 'N of M codes validated: …' (spec §2). */
export const progressSentence = (done: number, total: number, codes: string[]): string =>
  `${done} of ${total} codes validated: ${codes.join(', ')}`

/**
 * Whether a person has all that the course asks for and is not in: staff dropped a product, or made the course free.
 * The row is then processed at the next look. Who was taken out of a free course stays out; whose time in it is over
 * begins anew.
 */
export const isComplete = (entitlement: Entitlement, now: Date): boolean => {
  const enrolled = wasIn(entitlement) || coveredElsewhere(entitlement).length > 0
  if (isIn(entitlement) || courseGate(entitlement.course, now, enrolled)) return false
  const { missing, total } = progress(entitlement)
  return missing.length === 0 && (total > 0 || entitlement.unprocessedAt === null || wasIn(entitlement))
}

/** The voided uses that count again when staff let a person in once more: one for each product still open (rules.md C). */
export const restorable = (entitlement: Grounds): AttachedCode[] => {
  const { missing } = progress(entitlement)
  return missing.flatMap(p => entitlement.codes.find(c => c.productId === p.id && c.voidedAt !== null) ?? [])
}

/** By what a complete row was covered. */
export const completionSource = (entitlement: Grounds): Source => {
  const { course, paid } = entitlement
  const asked = needed(course)
  if (asked.length === 0) return 'free'
  const elsewhere = coveredElsewhere(entitlement)
  const hasOwn = progress(entitlement).done > 0 || asked.some(p => paid.includes(p.id))
  if (!hasOwn && asked.every(p => elsewhere.includes(p.id))) return 'migrated'
  return asked.some(p => paid.includes(p.id)) ? 'card' : 'code'
}

/**
 * Whether a row is in because of another one of the same person, and not because a school moved to LTI 1.3 before: it
 * falls with it, where nothing else covers it.
 */
export const standsOnOther = (row: Entitlement, other: Subject): boolean => {
  const tie = row.others.find(o => sameSubject(o, other))
  if (!tie || row.source !== 'migrated' || !row.processedAt) return false
  return tie.linkedAt === null || row.processedAt >= tie.linkedAt
}

/**
 * On what a person stands whom staff let in: on what they bought, where all of it counts again, so that a refund or a
 * released code takes them out; else on staff's word.
 */
export const sourceByStaff = (entitlement: Grounds): Source => {
  const { missing, total } = progress(entitlement)
  return total > 0 && missing.length === 0 ? completionSource(entitlement) : 'staff'
}
