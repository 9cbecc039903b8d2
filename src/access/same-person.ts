import type { Tx } from '#src/core/db/db.ts'
import { RetryTransaction } from '#src/core/db/transaction.ts'
import { rowsLosingAccess } from './rules/coverage.ts'
import { type Entitlement, type EntitlementRef, hasAccess } from './rules/entitlement.ts'
import { lockEntitlements } from './store/entitlement-changes.ts'
import { getEntitlement, listEntitlements } from './store/entitlements.ts'

/** Locks a row and all other rows of the same person, in the global lock order, to avoid deadlocks. */
export const lockAllOfPerson = async (tx: Tx, row: EntitlementRef): Promise<void> => {
  const locked = [row, ...(await getEntitlement(tx, row)).others]
  await lockEntitlements(tx, locked)
  const { others } = await getEntitlement(tx, row)
  if (others.some(o => !locked.some(l => l.id === o.id)))
    throw new RetryTransaction('a concurrent link to the same person')
}

/** Returns, locked, the person's rows that have access only because of this one (docs/rules/access.md). */
export const listDependents = async (tx: Tx, entitlement: Entitlement): Promise<Entitlement[]> => {
  const others = entitlement.others.filter(hasAccess)
  if (!hasAccess(entitlement) || others.length === 0) return []
  await lockEntitlements(tx, others)
  const rows = (await listEntitlements(tx, others)).filter(hasAccess)
  return rowsLosingAccess(rows, (_, other) => other.id !== entitlement.id)
}

/** Returns the row without its dependents, which must not count as a reason for its own access. */
export const withoutDependents = async (tx: Tx, entitlement: Entitlement): Promise<Entitlement> => {
  const dependents = await listDependents(tx, entitlement)
  return { ...entitlement, others: entitlement.others.filter(o => !dependents.some(row => row.id === o.id)) }
}
