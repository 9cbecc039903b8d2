import { GRADE_GIVE_UP_MS } from '../domain/grade.ts'
import { listUntoldGrades } from '../store/queries/grades.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { askForGrade } from './steps/ask-for-grade.ts'

const AT_ONCE = 1000

/**
 * Asks for the grades that no job is about to tell: a link that got its grade column, or moved, after the person was in,
 * an LMS that was away until the job gave up, and a school that has a new secret to enter.
 */
export const sendMissedGrades = (deps: Deps) => async (): Promise<void> => {
  const newSecretsSince = new Date(deps.clock.now().getTime() - GRADE_GIVE_UP_MS)
  const untold = await listUntoldGrades(deps.db, { most: AT_ONCE, newSecretsSince })
  for (const subject of untold) await inTransaction(deps.db, tx => askForGrade(deps, tx, subject))
}
