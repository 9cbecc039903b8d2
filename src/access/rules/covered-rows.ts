import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { covers, type Staff } from '#src/core/rules/staff.ts'
import type { Entitlement, OtherRow } from './entitlement.ts'

type InSchool = Pick<OtherRow, 'kind' | 'schoolId'>

/** Returns the school of a row. */
export const schoolOf = ({ kind, schoolId }: InSchool): SchoolRef => ({
  kind: kind === 'enrollment' ? 'consumer' : 'deployment',
  id: schoolId,
})

/** Returns true if the role covers the school of a row. */
export const coversRow = (by: Pick<Staff, 'schools'>, row: InSchool): boolean => covers(by, schoolOf(row))

/** Returns a row as staff may see it, without linked rows of schools that they do not cover. Null if it is one itself. */
export const coveredRow = (by: Pick<Staff, 'schools'>, row: Entitlement | null): Entitlement | null =>
  row && coversRow(by, row) ? { ...row, others: row.others.filter(other => coversRow(by, other)) } : null
