import type { Subject } from '../../domain/entitlement.ts'
import type { Tx } from '../../store/db.ts'
import { deleteDeadJobs } from '../../store/queries/jobs.ts'
import type { Deps } from '../deps.ts'

/** A job that tells the LMS about a person; it takes the place of one that gave up. */
export const askForGrade = async ({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, { kind, id }: Subject): Promise<void> => {
  await deleteDeadJobs(tx, 'grade', { kind, id })
  await jobs.send(tx, 'grade', { kind, id })
}
