import type PgBoss from 'pg-boss'
import { sha256 } from '../crypto.ts'
import type { Database, Tx } from '../db/db.ts'
import type { Log } from '../log.ts'
import { keysOf } from '../rules/guards.ts'
import { redactPersonalData } from '../rules/redact-personal-data.ts'
import { type Queries, toBossDb, trackStatements } from './statements.ts'

/**
 * Every kind of background job with its data. To add one, add a line here, one in QUEUES and a handler in
 * `modules.ts`.
 */
export interface Jobs {
  /** Sends one message of the outbox. */
  mail: { messageId: number }
  /**
   * Sends a sign-in code if the target belongs to a staff user. Only the network or session `askedFrom` can use it.
   * `askedAt` is an ISO instant.
   */
  'sign-in-code': { connection: 'email' | 'sms'; target: string; askedFrom: string; askedAt: string }
  /** Creates the Canvas login of a person with a verified address, with the password they chose. */
  'canvas-user': { signUpId: number; enrollmentId: number }
  /** Activates or deactivates an enrollment in Canvas. */
  'canvas-enrollment': { enrollmentId: number }
  /** Sends a person's access as a score to the school's LMS. */
  grade: { kind: 'enrollment' | 'membership'; id: number }
  /** Deletes expired rows. */
  purge: Record<string, never>
  /** Daily work: ends expired access, sends reminders of access that ends soon, and queues missed grades. */
  daily: Record<string, never>
  /** E-mails staff about courses that newly wait for activation. */
  'waiting-courses': Record<string, never>
  /** Closes the open checkouts that no longer match what the course needs. */
  'close-checkouts':
    | { subject: { kind: 'enrollment' | 'membership'; id: number } }
    | { courseId: number }
    | { productId: number }
  /** Moves the end of running access after a date of its course or school changed. */
  'move-access-ends': ({ courseId: number } | { school: { version: '1.1' | '1.3'; id: number } }) & {
    mayShorten: boolean
  }
  /** Erases the people of a school, a few at a time. */
  'erase-school': { erasureId: number }
  /** Asks the card provider about unfinished checkouts. */
  'check-checkouts': Record<string, never>
  /** Compares the card provider's sessions with our rows. */
  reconcile: { actor?: string }
}

export type JobName = keyof Jobs

/**
 * Handlers by job name. A job may run again after a failure or a crash, so a handler must be idempotent. `failures` is
 * the number of attempts that failed before.
 */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], failures: number) => Promise<void> }

/** Sends jobs inside the caller's transaction: a job exists exactly when the change it belongs to is committed. */
export interface JobQueue {
  send<N extends JobName>(tx: Tx, name: N, data: Jobs[N]): Promise<void>
  /** Polls the queue now if this process works on it. */
  nudge(name: JobName): void
}

type MeasureJob = (name: JobName, outcome: 'done' | 'failed', seconds: number) => void

interface JobRunner extends JobQueue {
  /** Starts the workers and the schedule in this process. `measure` gets the duration of each attempt. */
  start(handlers: JobHandlers, measure?: MeasureJob): Promise<void>
  /** Waits up to `milliseconds` for running jobs to end. */
  stop(milliseconds: number): Promise<void>
}

/** LONG is for jobs that go through many rows. Canvas jobs get as long as their claims last (CANVAS_CLAIM_MS). */
const MINUTE = 60
const LONG = 15 * MINUTE
/** Timeout of a job in seconds. After it, pg-boss retries the job, even if it is still running. */
const QUEUES: Record<JobName, number> = {
  mail: MINUTE,
  'sign-in-code': MINUTE,
  'canvas-user': 3 * MINUTE,
  'canvas-enrollment': 3 * MINUTE,
  grade: MINUTE,
  purge: LONG,
  daily: LONG,
  'waiting-courses': LONG,
  'close-checkouts': LONG,
  'move-access-ends': LONG,
  'erase-school': LONG,
  'check-checkouts': LONG,
  reconcile: LONG,
}
export const JOB_NAMES = keysOf(QUEUES)

/** Backoff in seconds before each retry. After the last one the job becomes a dead letter. */
const RETRY_AFTER = [2, 10, 30, 120, 600, 3600, 6 * 3600, 24 * 3600]
/**
 * Polling interval in seconds. A process polls at once after its own sends and completed jobs; this finds jobs of other
 * processes.
 */
const POLL_SECONDS = 5
/** The dead letter queue: jobs that failed for good. Staff see them and can retry them. */
const DEAD_LETTERS = 'dead'
export const ALL_QUEUES = [...JOB_NAMES, DEAD_LETTERS]

/** Stored data of a job. It includes the name because a dead letter no longer knows its queue. */
interface Envelope<N extends JobName = JobName> {
  name?: N
  attempt: number
  data: Jobs[N]
  /** The error message of the previous attempt, shown to staff. */
  error?: string
}

/** Recurring jobs as [name, cron, time zone]. */
const scheduleOf = (timezone: string): [JobName, cron: string, timezone?: string][] => [
  ['reconcile', '23 8 * * *'],
  ['check-checkouts', '* * * * *'],
  ['purge', '*/5 * * * *'],
  ['waiting-courses', '*/10 * * * *'],
  // In the morning of the business time zone: access that ended yesterday is ended, and nobody gets mail at night.
  ['daily', '7 7 * * *', timezone],
]

/** Loads pg-boss on first use, to keep server start fast. */
const load = async (client: Queries, options: PgBoss.ConstructorOptions): Promise<PgBoss> => {
  const { default: Boss } = await import('pg-boss')
  return new Boss({ db: toBossDb(client), ...options })
}

/** Creates the queue tables and queues if any is missing. The caller holds the migration lock. */
export const prepareJobs = async (client: Queries): Promise<void> => {
  const { rows: found } = await client.query("select to_regclass('pgboss.queue') is not null as made")
  const { rows } = found[0]?.made ? await client.query('select name from pgboss.queue') : { rows: [] }
  if (ALL_QUEUES.every(name => rows.some(row => row.name === name))) return
  const boss = await load(client, { supervise: false, schedule: false })
  await boss.start()
  for (const name of ALL_QUEUES) await boss.createQueue(name)
  await boss.stop({ graceful: false, wait: true })
}

/** Job queue on the product's own database (pg-boss). */
export const makeJobs = (db: Database, log: Log, timezone = 'UTC', pollSeconds = POLL_SECONDS): JobRunner => {
  const statements = trackStatements(db.client)
  let loaded: Promise<PgBoss> | undefined
  const boss = () => (loaded ??= load(statements, { maintenanceIntervalSeconds: 30 }))
  /** Options for pg-boss. Its own retries cover killed processes; failed attempts are counted by `run`. */
  const optionsOf = (name: JobName, attempt = 0) => ({
    retryLimit: attempt < RETRY_AFTER.length ? 3 : 0,
    retryDelay: 5,
    expireInSeconds: QUEUES[name],
    deadLetter: DEAD_LETTERS,
  })
  const workers = new Map<JobName, string>()
  const timers = new Set<NodeJS.Timeout>()

  /** Polls a queue now, in this process. */
  const nudge = async (name: JobName): Promise<void> => {
    const worker = workers.get(name)
    if (worker) (await boss()).notifyWorker(worker)
  }
  const nudgeIn = (name: JobName, seconds: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void nudge(name)
    }, seconds * 1000).unref()
    timers.add(timer)
  }

  let measure: MeasureJob = () => {}
  const run = async <N extends JobName>(name: N, job: PgBoss.Job<Envelope<N>>, handler: JobHandlers[N]) => {
    const { attempt, data } = job.data
    const began = performance.now()
    const ended = (outcome: 'done' | 'failed') => measure(name, outcome, (performance.now() - began) / 1000)
    try {
      await handler(data, attempt)
      ended('done')
    } catch (err) {
      ended('failed')
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
      await (await boss()).send(name, { name, attempt: attempt + 1, data, error }, next)
      if (wait <= 30) nudgeIn(name, wait)
    } finally {
      // Poll again: there may be more jobs.
      await nudge(name)
    }
  }

  let starting: Promise<void> | undefined
  let stopping = false
  /** A stop during start is not an error; start returns at the next step. */
  const startWorkers = async (handlers: JobHandlers): Promise<void> => {
    const started = await boss()
    started.on('error', err => log.error({ err }, 'job queue failed'))
    if (!stopping) await started.start()
    const startWorker = async <N extends JobName>(name: N): Promise<void> => {
      const worker = await started.work<Envelope<N>>(name, { pollingIntervalSeconds: pollSeconds }, async ([job]) => {
        // A job claimed while the process stops is given back, not begun. pg-boss retries it in another process.
        if (stopping) throw new Error('the server is stopping')
        if (job) await run(name, job, handlers[name])
      })
      workers.set(name, worker)
    }
    for (const name of JOB_NAMES) {
      if (stopping) return
      await startWorker(name)
    }
    for (const [name, cron, tz = 'UTC'] of scheduleOf(timezone)) {
      if (stopping) return
      await started.schedule(name, cron, { name, attempt: 0, data: {} }, { ...optionsOf(name), tz })
    }
  }

  return {
    async send(tx, name, data) {
      await (await boss()).send(name, { name, attempt: 0, data }, { ...optionsOf(name), db: toBossDb(tx.client) })
      tx.afterCommit(() => void nudge(name))
    },
    nudge: name => void nudge(name),
    start(handlers, measureJob = measure) {
      measure = measureJob
      starting = startWorkers(handlers)
      return starting
    },
    async stop(milliseconds) {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      // An error of start is reported to its caller, not here.
      await starting?.catch(() => {})
      const started = await loaded
      await started?.stop({ graceful: true, wait: true, timeout: milliseconds })
      await statements.finish()
    },
  }
}

const nextAttemptId = (id: string): string =>
  sha256(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
