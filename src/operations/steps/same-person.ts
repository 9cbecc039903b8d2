import { rowsLosingAccess } from '../../domain/coverage.ts'
import { type Entitlement, isIn, type Subject, sameSubject } from '../../domain/entitlement.ts'
import type { Tx } from '../../store/db.ts'
import { lockEntitlements } from '../../store/queries/entitlement-changes.ts'
import { getEntitlement, listEntitlements } from '../../store/queries/entitlements.ts'
import { TryAgain } from '../../store/transaction.ts'

/**
 * Locks a row and all others of the same person together, in the one order of all locks: two of them that are settled at
 * one moment would else each hold the one and wait for the other.
 */
export const lockOnePerson = async (tx: Tx, subject: Subject): Promise<void> => {
  const locked = [subject, ...(await getEntitlement(tx, subject)).others]
  await lockEntitlements(tx, locked)
  const { others } = await getEntitlement(tx, subject)
  if (others.some(o => !locked.some(l => sameSubject(l, o)))) throw new TryAgain('somebody was linked in between')
}

/** The rows of the same person that are in because of this one (rules.md A11), locked. */
export const listLeaning = async (tx: Tx, entitlement: Entitlement): Promise<Entitlement[]> => {
  const others = entitlement.others.filter(isIn)
  if (!isIn(entitlement) || others.length === 0) return []
  await lockEntitlements(tx, others)
  const rows = (await listEntitlements(tx, others)).filter(isIn)
  return rowsLosingAccess(rows, (_, other) => !sameSubject(other, entitlement))
}

/** The row without those that are in because of it: they are no reason why it should stay in. */
export const withoutLeaning = async (tx: Tx, entitlement: Entitlement): Promise<Entitlement> => {
  const leaning = await listLeaning(tx, entitlement)
  return { ...entitlement, others: entitlement.others.filter(o => !leaning.some(row => sameSubject(row, o))) }
}
