import type PgBoss from 'pg-boss'
import { sha256 } from '../crypto.ts'
import type { Log } from '../log.ts'
import { redactPersonalData } from '../rules/redact-personal-data.ts'
import { withTimeout } from '../with-timeout.ts'
import type { ClaimedJob } from './claim-jobs.ts'
import { DEAD_LETTERS, type JobHandlers, type JobName, type Jobs, QUEUES } from './kinds.ts'

/** Stored data of a job. It includes the name because a dead letter no longer knows its queue. */
export interface Envelope<N extends JobName = JobName> {
  name?: N
  attempt: number
  data: Jobs[N]
  group?: string
  /** The error message of the previous attempt, shown to staff. */
  error?: string
}

export type MeasureJob = (name: JobName, outcome: 'done' | 'failed', seconds: number) => void

/** Backoff in seconds before each retry. After the last one the job becomes a dead letter. */
const RETRY_AFTER = [2, 10, 30, 120, 600, 3600, 6 * 3600, 24 * 3600]
/** Returns options for pg-boss. Its own retries cover killed processes; failed attempts are counted by `attempt`. */
export const optionsOf = (name: JobName, attempt = 0) => ({
  retryLimit: attempt < RETRY_AFTER.length ? 3 : 0,
  retryDelay: 5,
  expireInSeconds: QUEUES[name].seconds,
  deadLetter: DEAD_LETTERS,
})

/** Runs attempts of jobs and saves how each ended. */
interface Attempts {
  /** Gets the duration of each attempt. */
  measure: MeasureJob
  run<N extends JobName>(name: N, job: ClaimedJob<Envelope<N>>, handler: JobHandlers[N]): Promise<void>
  /** Makes jobs due again; one without retries left becomes a dead letter. */
  fail(name: JobName, jobs: { id: string }[], reason: unknown): Promise<void>
}

/** `nudgeIn` polls a queue after a number of seconds. */
export const makeAttempts = (
  boss: () => Promise<PgBoss>,
  nudgeIn: (name: JobName, seconds: number) => void,
  log: Log,
): Attempts => {
  const retry = async (name: JobName, job: ClaimedJob<Envelope>, err: unknown): Promise<void> => {
    const { attempt, data, group } = job.data
    const wait = RETRY_AFTER[attempt]
    log.warn(
      { err, job: name, id: job.id, attempt, wait },
      wait ? 'job failed, will be retried' : 'job failed for good',
    )
    const error = redactPersonalData(err instanceof Error ? err.message : 'unknown').slice(0, 300)
    if (wait === undefined) throw new Error(error)
    // The id of the next attempt is derived from this one, so a process killed after this line does not create a
    // duplicate.
    const next = { ...optionsOf(name, attempt + 1), id: nextAttemptId(job.id), startAfter: wait }
    await (await boss()).send(name, { name, attempt: attempt + 1, data, group, error }, next)
    if (wait <= 30) nudgeIn(name, wait)
  }
  const attempt = async <N extends JobName>(name: N, job: ClaimedJob<Envelope<N>>, handler: JobHandlers[N]) => {
    const began = performance.now()
    const ended = (outcome: 'done' | 'failed') => attempts.measure(name, outcome, (performance.now() - began) / 1000)
    try {
      await handler(job.data.data, job.data.attempt)
      ended('done')
    } catch (err) {
      ended('failed')
      await retry(name, job, err)
    }
  }
  const attempts: Attempts = {
    measure: () => {},
    async run(name, job, handler) {
      try {
        await withTimeout(job.seconds * 1000, () => attempt(name, job, handler)).then(
          async () => (await boss()).complete(name, job.id),
          reason => attempts.fail(name, [job], reason),
        )
      } catch (err) {
        log.warn({ err, job: name, id: job.id }, 'the end of a job could not be saved; it runs again after its timeout')
      }
    },
    async fail(name, jobs, reason) {
      if (jobs.length === 0) return
      const ids = jobs.map(job => job.id)
      // pg-boss takes any value that JSON can hold.
      await (await boss()).fail(name, ids, reason as object)
    },
  }
  return attempts
}

const nextAttemptId = (id: string): string =>
  sha256(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
