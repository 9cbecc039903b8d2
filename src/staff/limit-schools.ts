import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { findStaffByTarget, lockStaff } from './store/staff.ts'
import { listNamedSchools, type NamedSchool, saveSchoolLimit } from './store/staff-schools.ts'

/**
 * Limits the role of a staff user to the schools of these keys, or to all schools if `keys` is null. Open sessions obey
 * at their next request. Returns the schools. Throws OperatorError for an unknown user or key.
 */
export const limitSchools = async (
  db: Database,
  { email, keys, now }: { email: string; keys: string[] | null; now: Date },
): Promise<NamedSchool[]> => {
  const all = await listNamedSchools(db)
  const schools = [...new Set(keys ?? [])].map(key => {
    const [school, twin] = all.filter(s => s.key === key)
    if (!school || twin) throw new OperatorError(`No school has the key ${key}. See: npm run staff -- schools`)
    return school
  })
  return inTransaction(db, async tx => {
    const found = await findStaffByTarget(tx, 'email', email)
    if (!found) throw new OperatorError(`${email} is not a staff user.`)
    const staff = await lockStaff(tx, found.id)
    const before = { schools: keysOf(all, staff.schools) }
    const after = { schools: keys && schools.map(s => s.key).sort() }
    if (JSON.stringify(before) === JSON.stringify(after)) return schools
    await saveSchoolLimit(tx, staff.id, keys && schools)
    const line = { actor: 'system', action: 'limit-staff', subjectKind: 'staff', subjectId: staff.id } as const
    await saveAudit(tx, { ...line, before, after }, now)
    return schools
  })
}

/** Returns the keys of schools, sorted. Null for all schools. */
export const keysOf = (all: NamedSchool[], schools: Pick<NamedSchool, 'kind' | 'id'>[] | null): string[] | null =>
  schools && all.flatMap(s => (schools.some(({ kind, id }) => kind === s.kind && id === s.id) ? s.key : [])).sort()
