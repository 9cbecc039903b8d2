import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { JobReason } from './rules/failed-jobs.ts'
import { UUID } from './rules/search.ts'
import { claimDeadJob, runJobNow } from './store/failed-jobs.ts'

export { listFailedJobs } from './store/failed-jobs.ts'

/** `name` is the kind of the job. */
type JobRetried = { ok: true; name: string } | Refused<JobReason>

/** Runs a failed job again now. Refuses if there is none with this id, or somebody else retried it first. */
export const retryJob = async (app: Needs<'clock' | 'db' | 'jobs'>, id: string, by: Staff): Promise<JobRetried> => {
  demand(by, 'change')
  if (!UUID.test(id)) return refuse('job_not_found')
  return inTransaction(app.db, async tx => {
    const dead = await claimDeadJob(tx, id)
    if (dead) {
      await app.jobs.send(tx, dead.name, dead.data, { group: dead.group ?? undefined })
      await record(app, tx, by, { id, name: dead.name })
      return { ok: true, name: dead.name }
    }
    const hurried = await runJobNow(tx, id)
    if (hurried === null) return refuse('job_not_found')
    await record(app, tx, by, { id, name: hurried })
    tx.afterCommit(() => app.jobs.nudge(hurried))
    return { ok: true, name: hurried }
  })
}

const record = (app: Needs<'clock'>, tx: Tx, by: Staff, { id, name }: { id: string; name: string }): Promise<void> => {
  const subject = { kind: 'job', key: id } as const
  return recordAudit(tx, { by, action: 'retry-job', subject, after: { job: name }, now: app.clock.now() })
}
