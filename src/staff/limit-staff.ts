import { saveAudit } from '#src/core/audit/store/audit.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { findStaffByTarget } from './store/staff.ts'
import { listNamedSchools, listSchoolsOfStaff, saveLimit } from './store/staff-schools.ts'

/**
 * Limits a staff user to the schools with these names, or lifts the limit with null. Holds from their next request on.
 * Returns the schools. Throws OperatorError for an unknown user or school.
 */
export const limitStaff = async (db: Database, email: string, refs: string[] | null, now: Date): Promise<string[]> => {
  const schools = await listNamedSchools(db)
  const chosen = refs && schools.filter(s => refs.includes(s.ref))
  const unknown = refs?.find(ref => !schools.some(s => s.ref === ref))
  if (unknown) throw new OperatorError(`${unknown} is not a school. \`npm run staff -- schools\` lists them.`)
  return inTransaction(db, async tx => {
    const staff = await findStaffByTarget(tx, 'email', email)
    if (!staff) throw new OperatorError(`${email} is not a staff user.`)
    const before = staff.isLimited ? await listSchoolsOfStaff(tx, staff.id) : null
    await saveLimit(tx, staff.id, chosen)
    const after = chosen && (await listSchoolsOfStaff(tx, staff.id))
    await saveAudit(
      tx,
      {
        actor: 'system',
        action: 'limit-staff',
        subjectKind: 'staff',
        subjectId: staff.id,
        before: { schools: before },
        after: { schools: after },
      },
      now,
    )
    return after ?? []
  })
}
