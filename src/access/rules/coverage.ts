import { courseGate, requiredProducts } from '#src/courses/rules/course.ts'
import {
  type AttachedCode,
  type Entitlement,
  endedAt,
  hadAccess,
  hasAccess,
  lastPeriodEnd,
  type OtherRow,
  type Source,
} from './entitlement.ts'

/** A required product, and what covers it: a code, a card, or nothing yet (docs/rules/access.md). */
export interface Coverage {
  id: number
  product: string
  code: string | null
  paid: boolean
}

/** Everything that can cover a product. */
type CoverageInput = Pick<Entitlement, 'codes' | 'course' | 'paid'> & Around

/** Other rows of the person, and how access to this row ended. */
type Around = Pick<Entitlement, 'others' | 'processedAt' | 'accessEndsAt' | 'unprocessedAt'>

/**
 * Lists the other rows whose access counts for this one. If the person was removed here, only rows that gained access
 * or were linked since count. If access here ended, only rows that last longer count.
 */
const countingRows = ({ others, unprocessedAt, ...here }: Around): OtherRow[] =>
  others.filter(o => {
    if (!o.processedAt) return false
    const ended = endedAt(here)
    if (ended) return o.accessEndsAt === null || o.accessEndsAt > ended
    const since = Math.max(o.processedAt.getTime(), o.linkedAt?.getTime() ?? 0)
    return unprocessedAt === null || since > unprocessedAt.getTime()
  })

/** Lists the rows of the same person that this row's access depends on now, or will after the next recount. */
export const supportingRows = (row: Around & Pick<Entitlement, 'source'>): OtherRow[] => {
  if (!hasAccess(row)) return countingRows(row)
  return row.source === 'migrated' ? row.others.filter(o => mayCountFor(row, o) && hasAccess(o)) : []
}

/** Products covered by another row of the same person, so that no second code is required. */
export const coveredElsewhere = (row: Around): number[] => countingRows(row).flatMap(o => o.productIds)

/** Returns the latest end of access among the person's other rows; null if none counts or the end is unknown. */
export const accessEndElsewhere = (row: Around): Date | null => {
  const ends = countingRows(row).flatMap(({ accessEndsAt }) => accessEndsAt ?? [])
  return ends.sort((a, b) => b.getTime() - a.getTime())[0] ?? null
}

/**
 * Computes the progress: the products not covered yet, the codes that count, in the order they were entered, and N and M of
 * 'N of M codes validated'. Never stored, because staff may change a course's products at any time.
 */
export const progress = (entitlement: CoverageInput) => {
  const total = requiredProducts(entitlement.course)
  const counting = entitlement.codes.filter(c => c.voidedAt === null && total.some(p => p.id === c.productId))
  const byCode = total.filter(p => counting.some(c => c.productId === p.id))
  const otherwise = [...entitlement.paid, ...coveredElsewhere(entitlement)]
  const missing = total.filter(p => !byCode.includes(p) && !otherwise.includes(p.id))
  return { missing, codes: counting.map(c => c.code), done: byCode.length, total: total.length }
}

export type Progress = ReturnType<typeof progress>

/** Lists each required product with its coverage. */
export const coverage = (entitlement: CoverageInput): Coverage[] => {
  const paid = [...entitlement.paid, ...coveredElsewhere(entitlement)]
  return requiredProducts(entitlement.course).map(product => ({
    id: product.id,
    product: product.name,
    code: entitlement.codes.find(c => c.productId === product.id && c.voidedAt === null)?.code ?? null,
    paid: paid.includes(product.id),
  }))
}

/**
 * Returns true if a person without access has everything the course requires, because staff removed a product or made
 * the course free. The row is processed on the next visit. A person who was removed from a free course stays out; one
 * whose access ended starts a new period.
 */
export const isComplete = (entitlement: Entitlement, now: Date): boolean => {
  const enrolled = hadAccess(entitlement) || coveredElsewhere(entitlement).length > 0
  if (hasAccess(entitlement) || courseGate(entitlement.course, now, enrolled)) return false
  const { missing, total } = progress(entitlement)
  return missing.length === 0 && (total > 0 || entitlement.unprocessedAt === null || hadAccess(entitlement))
}

/**
 * Lists the voided uses to restore when staff give access again: one for each uncovered product. Uses of a period that
 * has ended are used up.
 */
export const restorable = (entitlement: Entitlement, now: Date): AttachedCode[] => {
  const ended = lastPeriodEnd(entitlement, now)
  const { missing } = progress(entitlement)
  const mayCount = ({ voidedAt }: AttachedCode) => voidedAt !== null && !isUsedUp({ voidedAt }, ended)
  return missing.flatMap(p => entitlement.codes.find(c => c.productId === p.id && mayCount(c)) ?? [])
}

/** Returns true if a code or a payment was voided in a period that ended on `ended`, or before. */
export const isUsedUp = ({ voidedAt }: { voidedAt: Date | null }, ended: Date | null): boolean =>
  voidedAt !== null && ended !== null && voidedAt <= ended

/** Returns how a complete row was covered. */
export const completionSource = (entitlement: CoverageInput): Source => {
  const { course, paid } = entitlement
  const asked = requiredProducts(course)
  if (asked.length === 0) return 'free'
  const elsewhere = coveredElsewhere(entitlement)
  const hasOwn = progress(entitlement).done > 0 || asked.some(p => paid.includes(p.id))
  if (!hasOwn && asked.every(p => elsewhere.includes(p.id))) return 'migrated'
  return asked.some(p => paid.includes(p.id)) ? 'card' : 'code'
}

/** Returns true if access was bought for this row itself. */
export const isBoughtHere = ({ source }: Pick<Entitlement, 'source'>): boolean => source === 'code' || source === 'card'

/** Returns true if access was bought, for this row or another row of the same person. */
export const isBought = (row: Pick<Entitlement, 'source'>): boolean => isBoughtHere(row) || row.source === 'migrated'

/** Returns true if `other` could have given this row its access: it had access, and was the same person's, by then. */
const mayCountFor = ({ processedAt }: Pick<Entitlement, 'processedAt'>, other: OtherRow): boolean => {
  const since = processedAt?.getTime() ?? 0
  return (other.processedAt?.getTime() ?? 0) <= since && (other.linkedAt?.getTime() ?? 0) <= since
}

/**
 * Lists the rows of one person that lose access once some rows no longer count for others, because nothing else covers
 * their products. `holds` decides if `other` still counts for `row`. Rows that only support each other lose access
 * together. A product that was never covered removes no one, and neither does a link made after the row got access,
 * such as after a school's move to LTI 1.3.
 */
export const rowsLosingAccess = (rows: Entitlement[], holds: (row: Entitlement, other: OtherRow) => boolean) => {
  const kept = new Set(rows.filter(row => !isBought(row)))
  const isKept = (other: OtherRow) => [...kept].some(row => row.id === other.id)
  const missingWith = (row: Entitlement, counts: (other: OtherRow) => boolean) =>
    progress({ ...row, others: row.others.filter(counts) }).missing.map(p => p.id)
  const losesAccess = (row: Entitlement) => {
    const before = missingWith(row, other => mayCountFor(row, other))
    return missingWith(row, other => holds(row, other) && isKept(other)).some(id => !before.includes(id))
  }
  // A row that is kept may keep others, so the rows are looked at until no more are kept.
  let sizeBefore: number
  do {
    sizeBefore = kept.size
    for (const row of rows) if (!losesAccess(row)) kept.add(row)
  } while (kept.size > sizeBefore)
  return rows.filter(row => !kept.has(row))
}

/**
 * Returns the source when staff give access: what the person bought if all of it counts again, so that a refund or a
 * released code removes them; else 'staff'.
 */
export const sourceByStaff = (entitlement: CoverageInput): Source => {
  const { missing, total } = progress(entitlement)
  return total > 0 && missing.length === 0 ? completionSource(entitlement) : 'staff'
}
