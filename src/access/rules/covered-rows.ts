import { covers, type Staff } from '#src/core/rules/staff.ts'
import type { Entitlement } from './entitlement.ts'

/** Returns true if the role covers the school of a row. */
export const coversRow = (by: Pick<Staff, 'schools'>, { schoolId }: Pick<Entitlement, 'schoolId'>): boolean =>
  covers(by, schoolId)

/** Returns a row as staff may see it, without linked rows of schools that they do not cover. Null if it is one itself. */
export const coveredRow = (by: Pick<Staff, 'schools'>, row: Entitlement | null): Entitlement | null =>
  row && coversRow(by, row) ? { ...row, others: row.others.filter(other => coversRow(by, other)) } : null
