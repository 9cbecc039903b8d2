import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { covers, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { NamedSchool } from '#src/schools/rules/school-list.ts'
import { listNamedSchools } from '#src/schools/store/schools.ts'
import { findStaffByTarget, lockStaff, saveSchoolLimit } from './store/staff.ts'

/** Lists the schools that the role covers, by name. */
export const listSchools = async ({ db }: Needs<'db'>, by: Staff): Promise<NamedSchool[]> =>
  (await listNamedSchools(db)).filter(school => covers(by, school.id))

/** Returns the names of the schools that one's own role covers, or null for all schools. */
export const listOwnSchools = async (app: Needs<'db'>, by: SignedInStaff): Promise<string[] | null> =>
  by.schools && (await listSchools(app, by)).map(school => school.name)

/**
 * Limits the role of a staff user to these schools, or to none; null lifts the limit. Open sessions obey at their next
 * request. Returns the schools. Throws OperatorError for an unknown user or school.
 */
export const limitSchools = async (
  db: Database,
  { email, schoolIds, now }: { email: string; schoolIds: number[] | null; now: Date },
): Promise<NamedSchool[]> => {
  const all = await listNamedSchools(db)
  const schools = [...new Set(schoolIds ?? [])].map(given => {
    const school = all.find(({ id }) => id === given)
    if (!school) throw new OperatorError(`No school has the number ${given}. See: npm run staff -- schools`)
    return school
  })
  return inTransaction(db, async tx => {
    const found = await findStaffByTarget(tx, 'email', email)
    if (!found) throw new OperatorError(`${email} is not a staff user.`)
    const staff = await lockStaff(tx, found.id)
    const before = { schools: staff.schools }
    const after = { schools: schoolIds && schools.map(school => school.id).sort((a, b) => a - b) }
    if (JSON.stringify(before) === JSON.stringify(after)) return schools
    await saveSchoolLimit(tx, staff.id, after.schools)
    const line = { actor: 'system', action: 'limit-staff', subjectKind: 'staff', subjectId: staff.id } as const
    await saveAudit(tx, { ...line, before, after }, now)
    return schools
  })
}
