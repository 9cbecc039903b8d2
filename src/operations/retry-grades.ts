import type { GradeRefusals, RejectedGrades, WhoseGrades } from '../domain/grade.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { claimUntaken, findUntaken, listGradeRefusals } from '../store/queries/grades.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { askForGrade } from './steps/ask-for-grade.ts'
import { recordAudit } from './steps/record-audit.ts'

/** More would hold the page up; the page goes on to say how many are left. */
const AT_ONCE = 500

/** How many grades an LMS did not take for good, and why the last of them not. Null: it took all. */
export const findUntakenGrades =
  (deps: Deps) =>
  (whose: WhoseGrades): Promise<RejectedGrades | null> =>
    findUntaken(deps.db, whose)

/** The same of every school and platform that did not take one. */
export const listUntakenGrades = (deps: Deps) => (): Promise<GradeRefusals[]> => listGradeRefusals(deps.db)

/**
 * Has grades that were refused sent again now, of one person or of a school. False: none rests there, or somebody else
 * did it first.
 */
export const retryGrades =
  (deps: Deps) =>
  async (whose: WhoseGrades, by: Staff): Promise<boolean> => {
    demand(by, 'change')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const claimed = await claimUntaken(tx, whose, AT_ONCE)
      if (claimed.length === 0) return false
      for (const subject of claimed) await askForGrade(deps, tx, subject)
      const after = { grades: claimed.length }
      await recordAudit(tx, { by, action: 'retry-grades', subject: whose, after, now })
      return true
    })
  }
