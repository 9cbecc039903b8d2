import { listUntoldGrades } from '../store/queries/grades.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'

const AT_ONCE = 1000

/** Asks for the grades that no job told of: a link that got its grade column, or moved, after the person was in. */
export const sendMissedGrades = (deps: Deps) => async (): Promise<void> => {
  const untold = await listUntoldGrades(deps.db, AT_ONCE)
  for (const { kind, id } of untold) await inTransaction(deps.db, tx => deps.jobs.send(tx, 'grade', { kind, id }))
}
