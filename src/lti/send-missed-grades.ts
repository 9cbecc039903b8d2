import { inTransaction } from '#src/core/db/transaction.ts'
import type { Deps } from './deps.ts'
import { queueGrade } from './queue-grade.ts'
import { GRADE_GIVE_UP_MS } from './rules/grade.ts'
import { listUnsentGrades } from './store/grades.ts'

const MAX_GRADES = 1000

/**
 * Queues grades that no job will send: the grade column appeared or moved after processing, the LMS was down until the
 * job gave up, or the school has a new secret.
 */
export const sendMissedGrades = (deps: Deps) => async (): Promise<void> => {
  const newSecretsSince = new Date(deps.clock.now().getTime() - GRADE_GIVE_UP_MS)
  const missed = await listUnsentGrades(deps.db, { most: MAX_GRADES, newSecretsSince })
  for (const subject of missed) await inTransaction(deps.db, tx => queueGrade(deps, tx, subject))
}
