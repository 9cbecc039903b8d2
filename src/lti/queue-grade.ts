import { findGradeHost } from '#src/access/index.ts'
import type { Subject } from '#src/access/rules/entitlement.ts'
import type { Tx } from '#src/core/db/db.ts'
import { deleteDeadJobs } from '#src/core/jobs/dead-jobs.ts'
import type { Deps } from './deps.ts'

/** Queues the job that sends a person's grade. Replaces a dead job for the same person. */
export const queueGrade = async ({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, { kind, id }: Subject): Promise<void> => {
  await deleteDeadJobs(tx, 'grade', { kind, id })
  await jobs.send(tx, 'grade', { kind, id }, { group: await findGradeHost(tx, { kind, id }) })
}
