import { listUntoldGrades } from '../store/queries/grades.ts'
import { deleteDeadJobs } from '../store/queries/jobs.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'

const AT_ONCE = 1000

/**
 * Asks for the grades that no job is about to tell: a link that got its grade column, or moved, after the person was in,
 * and an LMS that was away until the job gave up, whose dead letter the new job takes the place of.
 */
export const sendMissedGrades = (deps: Deps) => async (): Promise<void> => {
  const untold = await listUntoldGrades(deps.db, AT_ONCE)
  for (const { kind, id } of untold)
    await inTransaction(deps.db, async tx => {
      await deleteDeadJobs(tx, 'grade', { kind, id })
      await deps.jobs.send(tx, 'grade', { kind, id })
    })
}
