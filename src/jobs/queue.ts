import type PgBoss from 'pg-boss'
import { sha256 } from '../crypto.ts'
import { redactPersonalData } from '../domain/redaction.ts'
import type { Log } from '../log.ts'
import type { Database, Tx } from '../store/db.ts'

/** Every kind of background work and what it is given. A later kind is one line here, one in QUEUES, and its handler in `handlers.ts`. */
export interface Jobs {
  /** Send one message of the outbox. */
  mail: { messageId: number }
  /** Send a sign-in code, if the target is one of ours; `askedAt` is an ISO instant. */
  'sign-in-code': { connection: 'email' | 'sms'; target: string; askedAt: string }
  /** Make the login of a person whose address is proved, with the password they chose. */
  'canvas-user': { signUpId: number; enrollmentId: number }
  /** Bring an enrollment to the learning platform. */
  'canvas-enrollment': { enrollmentId: number }
  /** Tell a school's LMS who is in. */
  grade: { kind: 'enrollment' | 'membership'; id: number }
  /** Throw away what has run out. */
  purge: Record<string, never>
  /** The work of the day: end what is over, write to whose time ends soon, send the grades that were missed. */
  daily: Record<string, never>
  /** Write to staff about courses that began to wait. */
  'waiting-courses': Record<string, never>
  /** End the checkouts that ask for what is not needed any more. */
  'close-checkouts':
    | { subject: { kind: 'enrollment' | 'membership'; id: number } }
    | { courseId: number }
    | { productId: number }
  /** Compare the card provider's sessions with our rows. */
  reconcile: { actor?: string }
}

export type JobName = keyof Jobs

/**
 * How a job is done. It may run again after a failure or a crash, so that each step of it must be safe to repeat;
 * `failures` says how often it failed before.
 */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], failures: number) => Promise<void> }

/** How operations ask for work: in their own transaction, so that the job exists exactly when the change does. */
export interface JobQueue {
  send<N extends JobName>(tx: Tx, name: N, data: Jobs[N]): Promise<void>
  /** Has a queue looked at now, where this process works through it. */
  nudge(name: JobName): void
}

export interface JobRunner extends JobQueue {
  /** Starts working through the queues in this process. */
  start(handlers: JobHandlers): Promise<void>
  /** Lets running jobs end, for so long. */
  stop(milliseconds: number): Promise<void>
}

/** A step or two of work; what goes through many people. Canvas: as long as its claims. */
const MINUTE = 60
const LONG = 15 * MINUTE
/** In seconds: a job whose process was killed counts as lost after this, and is tried again; one still at work would run twice. */
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
  reconcile: LONG,
}
export const JOB_NAMES = Object.keys(QUEUES) as JobName[]

/** Seconds before each next try (contract.md, JSON); after the last one the job rests among the dead letters. */
const RETRY_AFTER = [2, 10, 30, 120, 600, 3600, 6 * 3600, 24 * 3600]
/** A process looks at once when it asked for work itself, or did some; else so often, for what others left. */
const POLL_SECONDS = 5
/** Where pg-boss puts what failed for good; staff see it there and may have it tried again. */
const DEAD_LETTERS = 'dead'
export const ALL_QUEUES = [...JOB_NAMES, DEAD_LETTERS]

/** What a job carries beside what it was given: its name goes along, since a dead letter has lost its queue. */
export interface Envelope {
  name?: JobName
  attempt: number
  data: object
  /** Why the attempt before this one failed, for staff. */
  error?: string
}

/** What is done again and again, and when (cron). */
const timetable = (timezone: string): [JobName, cron: string, timezone?: string][] => [
  ['reconcile', '23 8 * * *'],
  ['purge', '*/5 * * * *'],
  ['waiting-courses', '*/10 * * * *'],
  // In the morning of the business: what ended yesterday ends now, and nobody is written to at night.
  ['daily', '7 7 * * *', timezone],
]

/** What pg-boss needs of a connection. */
interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: { [column: string]: unknown }[] }>
}

/** pg-boss is loaded when it is first needed: a server that starts does not wait for it. */
const load = async (client: Queries, options: PgBoss.ConstructorOptions): Promise<PgBoss> => {
  const { default: Boss } = await import('pg-boss')
  return new Boss({ db: over(client), ...options })
}

const over = (client: Queries): PgBoss.Db => ({ executeSql: (text, values) => client.query(text, values) })

/** Makes the queue's tables, unless all of them are there. Called under the lock of the migrations. */
export const prepareJobs = async (client: Queries): Promise<void> => {
  const { rows: found } = await client.query("select to_regclass('pgboss.queue') is not null as made")
  const { rows } = found[0]?.made ? await client.query('select name from pgboss.queue') : { rows: [] }
  if (ALL_QUEUES.every(name => rows.some(row => row.name === name))) return
  const boss = await load(client, { supervise: false, schedule: false })
  await boss.start()
  for (const name of ALL_QUEUES) await boss.createQueue(name)
  await boss.stop({ graceful: false, wait: true })
}

/** The job queue over the product's own database, whichever that is (pg-boss). */
export const makeJobs = (db: Database, log: Log, timezone = 'UTC', pollSeconds = POLL_SECONDS): JobRunner => {
  let loaded: Promise<PgBoss> | undefined
  const boss = () => (loaded ??= load(db.client, { maintenanceIntervalSeconds: 30 }))
  /** pg-boss itself tries again what a killed process left; the last try is counted by us, and is the last. */
  const optionsOf = (name: JobName, attempt = 0) => ({
    retryLimit: attempt < RETRY_AFTER.length ? 3 : 0,
    retryDelay: 5,
    expireInSeconds: QUEUES[name],
    deadLetter: DEAD_LETTERS,
  })
  const workers = new Map<JobName, string>()
  const timers = new Set<NodeJS.Timeout>()

  /** Has a queue looked at now, in this process. */
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

  const run = async (name: JobName, job: PgBoss.Job<unknown>, handler: JobHandlers[JobName]) => {
    const { attempt, data } = job.data as Envelope
    try {
      await handler(data as never, attempt)
    } catch (err) {
      const wait = RETRY_AFTER[attempt]
      log.warn(
        { err, job: name, id: job.id, attempt, wait },
        wait ? 'job failed and will be tried again' : 'job failed for good',
      )
      const error = redactPersonalData(err instanceof Error ? err.message : 'unknown').slice(0, 300)
      if (wait === undefined) throw new Error(error)
      // The next attempt has an id made of this one's: a process that is killed right after this line doubles nothing.
      const next = { ...optionsOf(name, attempt + 1), id: idAfter(job.id), startAfter: wait }
      await (await boss()).send(name, { name, attempt: attempt + 1, data, error }, next)
      if (wait <= 30) nudgeIn(name, wait)
    } finally {
      // There may be more to do: the next job does not wait for the next poll.
      await nudge(name)
    }
  }

  let starting: Promise<void> | undefined
  let stopping = false
  /** A stop in the middle of it is no failure: what was begun is left at the next step. */
  const begin = async (handlers: JobHandlers): Promise<void> => {
    const started = await boss()
    started.on('error', err => log.error({ err }, 'job queue'))
    if (!stopping) await started.start()
    for (const name of JOB_NAMES) {
      if (stopping) return
      const worker = await started.work(name, { pollingIntervalSeconds: pollSeconds }, async ([job]) => {
        if (job) await run(name, job, handlers[name])
      })
      workers.set(name, worker)
    }
    for (const [name, cron, tz = 'UTC'] of timetable(timezone)) {
      if (stopping) return
      await started.schedule(name, cron, { name, attempt: 0, data: {} }, { ...optionsOf(name), tz })
    }
  }

  return {
    async send(tx, name, data) {
      await (await boss()).send(name, { name, attempt: 0, data }, { ...optionsOf(name), db: over(tx.client) })
      tx.afterCommit(() => void nudge(name))
    },
    nudge: name => void nudge(name),
    start(handlers) {
      starting = begin(handlers)
      return starting
    },
    async stop(milliseconds) {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      // Whoever began to start is told how that ended.
      await starting?.catch(() => {})
      const started = await loaded
      await started?.stop({ graceful: true, wait: true, timeout: milliseconds })
    },
  }
}

const idAfter = (id: string): string => sha256(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
