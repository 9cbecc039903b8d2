import type { JobName } from '../jobs/queue.ts'
import { claimDeadJob, hurryJob } from '../store/queries/jobs.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Has a job that failed tried again now. False: there is none by this id, or somebody else did it first. */
export const retryJob =
  (deps: Deps) =>
  async (id: string): Promise<boolean> => {
    if (!ID.test(id)) return false
    return inTransaction(deps.db, async tx => {
      const dead = await claimDeadJob(tx, id)
      if (dead) {
        await deps.jobs.send(tx, dead.name as JobName, dead.data as never)
        return true
      }
      const hurried = await hurryJob(tx, id)
      if (hurried) tx.afterCommit(() => deps.jobs.nudge(hurried as JobName))
      return hurried !== null
    })
  }
