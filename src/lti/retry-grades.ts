import { findEntitlement } from '#src/access/index.ts'
import { coversRow } from '#src/access/rules/covered-rows.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, isLimited, NotYourRole, type Staff, staffMessages } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { queueGrade } from './queue-grade.ts'
import type { GradesOf, RejectedGrades, SchoolRejectedGrades } from './rules/grade.ts'
import { claimRejectedGrades, findRejectedGradesOf, listRejectedGradesBySchool } from './store/grades.ts'

/** Limits the time of one request. The page shows how many are left. */
const MAX_GRADES = 500

/** Returns the number of grades that an LMS rejected for good and the last reason, or null if there are none. */
export const findRejectedGrades =
  (deps: Deps) =>
  (whose: GradesOf): Promise<RejectedGrades | null> =>
    findRejectedGradesOf(deps.db, whose)

/** Lists rejected grades of all schools and platforms. */
export const listRejectedGrades = (deps: Deps) => (): Promise<SchoolRejectedGrades[]> =>
  listRejectedGradesBySchool(deps.db)

const isCovered = async ({ db }: Deps, { kind, id }: GradesOf, by: Staff): Promise<boolean> => {
  if (!isLimited(by)) return true
  if (kind === 'consumer' || kind === 'platform') throw new NotYourRole(staffMessages.someSchoolsOnly)
  const row = await findEntitlement(db, { kind, id })
  return row !== null && coversRow(by, row)
}

/**
 * Queues rejected grades of a person or school again. Refuses if there are none, or somebody else retried them
 * first.
 */
export const retryGrades =
  (deps: Deps) =>
  async (whose: GradesOf, by: Staff): Promise<{ ok: true } | Refused<'no_rejected_grades'>> => {
    demandInSchool(by, 'change')
    if (!(await isCovered(deps, whose, by))) return refuse('no_rejected_grades')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const claimed = await claimRejectedGrades(tx, whose, MAX_GRADES)
      if (claimed.length === 0) return refuse('no_rejected_grades')
      for (const subject of claimed) await queueGrade(deps, tx, subject)
      const after = { grades: claimed.length }
      await recordAudit(tx, { by, action: 'retry-grades', subject: whose, after, now })
      return { ok: true }
    })
  }
