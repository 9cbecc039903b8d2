import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { covers, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { listNamedSchools } from '#src/schools/index.ts'
import type { NamedSchool } from '#src/schools/rules/school-list.ts'
import type { Deps } from './deps.ts'
import { findStaffByTarget, lockStaff, saveSchoolLimit } from './store/staff.ts'

/** Lists the schools that the role covers, by name. */
export const listSchools =
  ({ db }: Deps) =>
  async (by: Staff): Promise<NamedSchool[]> =>
    (await listNamedSchools(db)).filter(school => covers(by, school.id))

/** Returns the names of the schools that one's own role covers, or null for all schools. */
export const listOwnSchools =
  (deps: Deps) =>
  async (by: SignedInStaff): Promise<string[] | null> =>
    by.schools && (await listSchools(deps)(by)).map(school => school.name)

/**
 * Limits the role of a staff user to the schools of these numbers, or to all schools if `numbers` is null. Open sessions
 * obey at their next request. Returns the schools. Throws OperatorError for an unknown user or number.
 */
export const limitSchools = async (
  db: Database,
  { email, numbers, now }: { email: string; numbers: string[] | null; now: Date },
): Promise<NamedSchool[]> => {
  const all = await listNamedSchools(db)
  const schools = [...new Set(numbers ?? [])].map(number => {
    const school = all.find(({ id }) => id === rowId(number))
    if (!school) throw new OperatorError(`No school has the number ${number}. See: npm run staff -- schools`)
    return school
  })
  return inTransaction(db, async tx => {
    const found = await findStaffByTarget(tx, 'email', email)
    if (!found) throw new OperatorError(`${email} is not a staff user.`)
    const staff = await lockStaff(tx, found.id)
    const before = { schools: staff.schools }
    const after = { schools: numbers && schools.map(school => school.id).sort((a, b) => a - b) }
    if (JSON.stringify(before) === JSON.stringify(after)) return schools
    await saveSchoolLimit(tx, staff.id, after.schools)
    const line = { actor: 'system', action: 'limit-staff', subjectKind: 'staff', subjectId: staff.id } as const
    await saveAudit(tx, { ...line, before, after }, now)
    return schools
  })
}
