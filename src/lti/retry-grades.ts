import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { queueGrade } from './queue-grade.ts'
import type { GradeRefusals, GradesOf, RejectedGrades } from './rules/grade.ts'
import { claimRefusedGrades, findRefusedGradesOf, listGradeRefusals } from './store/grades.ts'

/** Limits the time of one request. The page shows how many are left. */
const MAX_GRADES = 500

/** Returns the number of grades that an LMS refused for good and the last reason, or null if there are none. */
export const findRefusedGrades =
  (deps: Deps) =>
  (whose: GradesOf): Promise<RejectedGrades | null> =>
    findRefusedGradesOf(deps.db, whose)

/** Lists refused grades of all schools and platforms. */
export const listRefusedGrades = (deps: Deps) => (): Promise<GradeRefusals[]> => listGradeRefusals(deps.db)

/**
 * Queues refused grades of a person or school again. Returns false if there are none, or somebody else retried them
 * first.
 */
export const retryGrades =
  (deps: Deps) =>
  async (whose: GradesOf, by: Staff): Promise<boolean> => {
    demand(by, 'change')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const claimed = await claimRefusedGrades(tx, whose, MAX_GRADES)
      if (claimed.length === 0) return false
      for (const subject of claimed) await queueGrade(deps, tx, subject)
      const after = { grades: claimed.length }
      await recordAudit(tx, { by, action: 'retry-grades', subject: whose, after, now })
      return true
    })
  }
