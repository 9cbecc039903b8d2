import type PgBoss from 'pg-boss'
import { withTimeout } from '../clock.ts'
import { sha256 } from '../crypto.ts'
import { inRequest, type Log, outsideRequest } from '../log.ts'
import { MailAway } from '../rules/outcome.ts'
import { redactPersonalData } from '../rules/plain-text.ts'
import { DEAD_LETTERS, type JobHandlers, type JobName, type Jobs, QUEUES, RETRY_AFTER } from './kinds.ts'
import type { Queries } from './queue.ts'

export interface ClaimedJob<Data> {
  id: string
  data: Data
  /** Timeout in seconds. */
  seconds: number
  /** When this attempt was due. */
  dueAt: Date
}

/**
 * Claims due jobs of a queue in the table of pg-boss, oldest due first: an index has this order. Its own `fetch` hides
 * errors. Leaves out jobs of the groups `without`. Materialized, because a subquery that is run again would lock more rows than the limit.
 */
const CLAIM = `with next as materialized (
    select id from pgboss.job where name = $1 and state < 'active' and start_after <= now()
      and coalesce(data->>'group' <> all($3::text[]), true)
    order by start_after limit $2 for update skip locked)
  update pgboss.job j set state = 'active', started_on = now(),
    retry_count = case when started_on is not null then retry_count + 1 else retry_count end
  from next where j.name = $1 and j.id = next.id
  returning j.id, data, extract(epoch from expire_in)::int as seconds, start_after as "dueAt"`

export const claimJobs = async <Data>(
  client: Queries,
  name: string,
  { most, without = [] }: { most: number; without?: string[] },
): Promise<ClaimedJob<Data>[]> => {
  const { rows } = await client.query(CLAIM, [name, most, without])
  // The columns of `returning` are those of ClaimedJob.
  return rows as unknown as ClaimedJob<Data>[]
}

/** Counts the running jobs of each group of a queue. */
export const makeJobGroups = (most = Number.POSITIVE_INFINITY) => {
  const running = new Map<string, number>()
  const count = (group: string, change: 1 | -1) => {
    const left = (running.get(group) ?? 0) + change
    if (left > 0) running.set(group, left)
    else running.delete(group)
  }
  return {
    /** Groups that run as many jobs as they may. */
    full: (): string[] => [...running].filter(([, jobs]) => jobs >= most).map(([group]) => group),
    async run(group: string | undefined, work: () => Promise<void>): Promise<void> {
      if (group === undefined) return work()
      count(group, 1)
      return work().finally(() => count(group, -1))
    },
  }
}

/** Stored data of a job. It includes the name because a dead letter no longer knows its queue. */
export interface Envelope<N extends JobName = JobName> {
  name?: N
  attempt: number
  data: Jobs[N]
  group?: string
  /** Id of the request that sent the job. Each attempt logs and passes it on. */
  reqId?: string
  /** When the first attempt was due, as an ISO instant; absent before it failed. */
  dueAt?: string
  /** True if the previous attempt failed because the mail server did not answer at all. */
  isMailAway?: boolean
  /** When this attempt was due before it was woken, as an ISO instant. */
  plannedFor?: string
  /** The error message of the previous attempt, shown to staff. */
  error?: string
}

const retryAfter = (name: JobName): number[] => QUEUES[name].retryAfter ?? RETRY_AFTER

/** Returns options for pg-boss. Its own retries cover killed processes; failed attempts are counted by `attempt`. */
export const optionsOf = (name: JobName, attempt = 0) => ({
  retryLimit: attempt < retryAfter(name).length ? 3 : 0,
  retryDelay: 5,
  expireInSeconds: QUEUES[name].seconds,
  deadLetter: DEAD_LETTERS,
})

/** Runs attempts of jobs and saves how each ended. `nudgeIn` polls a queue after a number of seconds. */
export const makeAttempts = (
  boss: () => Promise<PgBoss>,
  nudgeIn: (name: JobName, seconds: number) => void,
  log: Log,
) => {
  const retry = async (name: JobName, job: ClaimedJob<Envelope>, err: unknown): Promise<void> => {
    const { attempt, data, group, reqId, plannedFor, dueAt = job.dueAt.toISOString() } = job.data
    const isMailAway = err instanceof MailAway
    // An attempt that was woken in vain does not count: the one that was planned follows.
    const [next, wait] =
      isMailAway && plannedFor ? [attempt, new Date(plannedFor)] : [attempt + 1, retryAfter(name)[attempt]]
    log.warn(
      { err, job: name, id: job.id, attempt, wait },
      wait ? 'job failed, will be retried' : 'job failed for good',
    )
    const error = redactPersonalData(err instanceof Error ? err.message : 'unknown').slice(0, 300)
    if (wait === undefined) throw new Error(error)
    // The id of the next attempt is derived from this one, so a process killed after this line does not create a
    // duplicate.
    const options = { ...optionsOf(name, next), id: nextAttemptId(job.id), startAfter: wait }
    await (await boss()).send(name, { name, attempt: next, data, group, reqId, dueAt, isMailAway, error }, options)
    if (typeof wait === 'number' && wait <= 30) nudgeIn(name, wait)
  }
  const attempt = async <N extends JobName>(name: N, job: ClaimedJob<Envelope<N>>, handler: JobHandlers[N]) => {
    try {
      await handler(job.data.data, job.data.attempt)
    } catch (err) {
      await retry(name, job, err)
    }
  }
  /** Makes jobs due again; one without retries left becomes a dead letter. */
  const fail = async (name: JobName, jobs: { id: string }[], reason: unknown): Promise<void> => {
    if (jobs.length === 0) return
    const ids = jobs.map(job => job.id)
    // pg-boss takes any value that JSON can hold.
    await (await boss()).fail(name, ids, reason as object)
  }
  return {
    fail,
    async run<N extends JobName>(name: N, job: ClaimedJob<Envelope<N>>, handler: JobHandlers[N]): Promise<void> {
      try {
        const run = () => withTimeout(job.seconds * 1000, () => attempt(name, job, handler))
        await (job.data.reqId === undefined ? run() : inRequest(job.data.reqId, run)).then(
          async () => (await boss()).complete(name, job.id),
          reason => fail(name, [job], reason),
        )
      } catch (err) {
        log.warn({ err, job: name, id: job.id }, 'the end of a job could not be saved; it runs again after its timeout')
      }
    },
  }
}

const nextAttemptId = (id: string): string =>
  sha256(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

export interface Worker<Job> {
  /** Claims jobs now, or right after the current claim. Starts the worker when called first. */
  wake(): void
  /** Waits up to `milliseconds` for running jobs to end. Returns those that did not. */
  stop(milliseconds: number): Promise<Job[]>
}

interface WorkerOptions<Job> {
  atOnce: number
  perClaim?: number
  /** The longest pause between two claims. Other processes create jobs without waking this worker. */
  pollMs: number
  claim(most: number): Promise<Job[]>
  /** Runs one job to its end; never throws. */
  run(job: Job): Promise<void>
  /** Gives back jobs that were claimed while the worker stopped. */
  giveBack(jobs: Job[]): Promise<void>
}

/** Claims and runs the jobs of one queue: a job that ends makes room for the next, whatever the others do. */
export const makeWorker = <Job>(
  { atOnce, perClaim = atOnce, pollMs, claim, run, giveBack }: WorkerOptions<Job>,
  log: Log,
): Worker<Job> => {
  const running = new Map<Job, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<void> | undefined
  let again = false
  let stopping = false
  let failing = false

  /** Returns whether there may be more. */
  const claimSome = async (): Promise<boolean> => {
    const free = Math.min(atOnce - running.size, perClaim)
    if (free === 0 || stopping) return false
    const jobs = await claim(free)
    failing = false
    if (stopping) await giveBack(jobs)
    else for (const job of jobs) begin(job)
    return !stopping && jobs.length === free
  }
  const begin = (job: Job): void => {
    const ended = () => {
      running.delete(job)
      wake()
    }
    running.set(job, run(job).then(ended))
  }
  const claimAll = async (): Promise<void> => {
    try {
      do {
        again = false
        while (await claimSome()) {}
      } while (again)
    } catch (err) {
      if (!failing) log.warn({ err }, 'jobs could not be claimed')
      failing = true
    }
    claiming = undefined
    if (!stopping) timer = setTimeout(wake, pollMs)
  }
  const wake = (): void => {
    if (stopping) return
    again = true
    clearTimeout(timer)
    claiming ??= outsideRequest(claimAll)
  }

  return {
    wake,
    async stop(milliseconds) {
      stopping = true
      clearTimeout(timer)
      await claiming
      await withTimeout(milliseconds, () => Promise.all(running.values())).catch(() => {})
      return [...running.keys()]
    },
  }
}
