import { courseGate, requiredProducts } from './course.ts'
import {
  type AttachedCode,
  type Entitlement,
  endedAt,
  isIn,
  type OtherRow,
  type Source,
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
export type CoverageInput = Pick<Entitlement, 'codes' | 'course' | 'paid'> & Around

/** Where else the person is in, and how they came to be out here. */
type Around = Pick<Entitlement, 'others' | 'processedAt' | 'accessEndsAt' | 'unprocessedAt'>

/**
 * The rows by which the same person is in already. One from before the person was taken out here counts no more: only a
 * new reason lets them in again. Where their time here is over, one that lasts longer counts.
 */
const countingRows = ({ others, unprocessedAt, ...here }: Around): OtherRow[] =>
  others.filter(o => {
    if (!o.processedAt) return false
    const ended = endedAt(here)
    if (ended) return o.accessEndsAt === null || o.accessEndsAt > ended
    const since = Math.max(o.processedAt.getTime(), o.linkedAt?.getTime() ?? 0)
    return unprocessedAt === null || since > unprocessedAt.getTime()
  })

/** The rows of the same person on which one stands that is in by them, or will be at the next look; else none. */
export const supportingRows = (row: Around & Pick<Entitlement, 'source'>): OtherRow[] => {
  if (!isIn(row)) return countingRows(row)
  return row.source === 'migrated' ? row.others.filter(o => mayStandOn(row, o) && isIn(o)) : []
}

/** The products that a row of the same person covers: no second code is asked for (rules.md A11). */
export const coveredElsewhere = (row: Around): number[] => countingRows(row).flatMap(o => o.productIds)

/** Until when the same person is in elsewhere; null: no row counts, or its end is not known. */
export const endElsewhere = (row: Around): Date | null =>
  countingRows(row).reduce<Date | null>(
    (last, { accessEndsAt: end }) => (end && (!last || end > last) ? end : last),
    null,
  )

/** Counted anew at every read, since staff may change a course's products at any time (rules.md B, M and N). */
export const progress = (entitlement: CoverageInput): Progress => {
  const total = requiredProducts(entitlement.course)
  const counting = entitlement.codes.filter(c => c.voidedAt === null && total.some(p => p.id === c.productId))
  const byCode = total.filter(p => counting.some(c => c.productId === p.id))
  const elsewhere = coveredElsewhere(entitlement)
  const missing = total.filter(
    p => !byCode.includes(p) && !entitlement.paid.includes(p.id) && !elsewhere.includes(p.id),
  )
  return { missing, codes: counting.map(c => c.code), done: byCode.length, total: total.length }
}

/** Product by product, what is there and what is missing. */
export const coverage = (entitlement: CoverageInput): Coverage[] => {
  const paid = [...entitlement.paid, ...coveredElsewhere(entitlement)]
  return requiredProducts(entitlement.course).map(product => ({
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
export const restorable = (entitlement: CoverageInput): AttachedCode[] => {
  const { missing } = progress(entitlement)
  return missing.flatMap(p => entitlement.codes.find(c => c.productId === p.id && c.voidedAt !== null) ?? [])
}

/** By what a complete row was covered. */
export const completionSource = (entitlement: CoverageInput): Source => {
  const { course, paid } = entitlement
  const asked = requiredProducts(course)
  if (asked.length === 0) return 'free'
  const elsewhere = coveredElsewhere(entitlement)
  const hasOwn = progress(entitlement).done > 0 || asked.some(p => paid.includes(p.id))
  if (!hasOwn && asked.every(p => elsewhere.includes(p.id))) return 'migrated'
  return asked.some(p => paid.includes(p.id)) ? 'card' : 'code'
}

/** On what a row stands that is in for what was bought, here or by the same person elsewhere. */
const bought: (Source | null)[] = ['code', 'card', 'migrated']
export const isBought = ({ source }: Pick<Entitlement, 'source'>): boolean => bought.includes(source)

/** The same of what was bought for this row itself. */
export const isBoughtHere = ({ source }: Pick<Entitlement, 'source'>): boolean => source === 'code' || source === 'card'

/** Whether a row may be in because of another one: that was in before, and the same person's by then. */
const mayStandOn = ({ processedAt }: Pick<Entitlement, 'processedAt'>, other: OtherRow): boolean => {
  const since = processedAt?.getTime() ?? 0
  return (other.processedAt?.getTime() ?? 0) <= since && (other.linkedAt?.getTime() ?? 0) <= since
}

/**
 * Of all rows of one person that are in, those that fall once some count no more for others: what they had by them nothing
 * else covers. `holds` says whether `other` still counts for `row`. Rows that stand on nothing but each other fall together.
 * A product that nobody ever covered takes nobody out, nor does a tie that came after the row was in, as after a school's
 * move to LTI 1.3.
 */
export const rowsLosingAccess = (
  rows: Entitlement[],
  holds: (row: Entitlement, other: OtherRow) => boolean,
): Entitlement[] => {
  const standing = new Set(rows.filter(row => !isBought(row)))
  const isStanding = (other: OtherRow) => [...standing].some(row => sameSubject(row, other))
  const missing = (row: Entitlement, counts: (other: OtherRow) => boolean) =>
    progress({ ...row, others: row.others.filter(counts) }).missing.map(p => p.id)
  const falls = (row: Entitlement) => {
    const before = missing(row, other => mayStandOn(row, other))
    return missing(row, other => holds(row, other) && isStanding(other)).some(id => !before.includes(id))
  }
  for (let known = -1; known < standing.size; ) {
    known = standing.size
    for (const row of rows) if (!falls(row)) standing.add(row)
  }
  return rows.filter(row => !standing.has(row))
}

/**
 * On what a person stands whom staff let in: on what they bought, where all of it counts again, so that a refund or a
 * released code takes them out; else on staff's word.
 */
export const sourceByStaff = (entitlement: CoverageInput): Source => {
  const { missing, total } = progress(entitlement)
  return total > 0 && missing.length === 0 ? completionSource(entitlement) : 'staff'
}
