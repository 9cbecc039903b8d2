import { setImmediate as nextTick } from 'node:timers/promises'
import type PgBoss from 'pg-boss'
import type { Database, Queryable, Tx } from '../db/db.ts'
import { currentRequestId, type Log } from '../log.ts'
import {
  ALL_QUEUES,
  DEAD_LETTERS,
  JOB_NAMES,
  type JobHandlers,
  type JobName,
  type Jobs,
  MAIL_QUEUES,
  QUEUES,
} from './kinds.ts'
import {
  type ClaimedJob,
  claimJobs,
  type Envelope,
  makeAttempts,
  makeJobGroups,
  makeWorker,
  optionsOf,
  type Worker,
} from './worker.ts'

/** The part of a database client that pg-boss needs. */
export interface Queries {
  query(text: string, values?: unknown[]): Promise<{ rows: { [column: string]: unknown }[] }>
}

const toBossDb = (client: Queries): PgBoss.Db => ({ executeSql: (text, values) => client.query(text, values) })

/** Counts the statements of pg-boss in progress, because its `stop` does not wait for the last ones. */
const trackStatements = (client: Queries): Queries & { finish(): Promise<void> } => {
  const running = new Set<Promise<unknown>>()
  return {
    query(text, values) {
      const statement = client.query(text, values)
      running.add(statement)
      const remove = () => void running.delete(statement)
      statement.then(remove, remove)
      return statement
    },
    async finish() {
      while (running.size > 0) {
        await Promise.allSettled(running)
        // A claim that ends here may give its job back with another statement.
        await nextTick()
      }
    },
  }
}

/** Sends jobs inside the caller's transaction: a job exists exactly when the change it belongs to is committed. */
export type JobQueue = Pick<ReturnType<typeof makeJobs>, 'send' | 'nudge' | 'wakeMail'>

interface StartOptions {
  /** False in a copy: jobs that call outside services are left alone, and none starts by the clock. */
  outside?: boolean
  /** Says whether this process can do a kind of job now; others are left to other processes. */
  canRun?: (name: JobName) => Promise<boolean>
}

/** Polling interval in seconds, to find jobs of other processes. For its own a process polls at once. */
const POLL_SECONDS = 5
/** Each mail that is sent may wake others; more often is of no use. */
const WAKE_MS = 5000
const STOPPING = new Error('the server is stopping')

/** Recurring jobs as [name, cron, time zone]. */
const scheduleOf = (timezone: string): [JobName, cron: string, timezone?: string][] => [
  ['reconcile', '23 8 * * *'],
  ['check-checkouts', '* * * * *'],
  ['wake-mail', '* * * * *'],
  ['watch', '*/20 * * * *'],
  ['count-days', '*/10 * * * *'],
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

/** Job queue on the product's own database (pg-boss keeps the tables and the schedule). */
export const makeJobs = (db: Database, log: Log, timezone = 'UTC', pollSeconds = POLL_SECONDS) => {
  const statements = trackStatements(db.client)
  let loaded: Promise<PgBoss> | undefined
  let schedule = true
  let wokenAt = Number.NEGATIVE_INFINITY
  const boss = () => (loaded ??= load(statements, { maintenanceIntervalSeconds: 30, schedule }))
  const workers = new Map<JobName, Worker<{ id: string }>>()
  const timers = new Set<NodeJS.Timeout>()

  const nudge = (name: JobName): void => workers.get(name)?.wake()
  const nudgeIn = (name: JobName, seconds: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      nudge(name)
    }, seconds * 1000).unref()
    timers.add(timer)
  }

  const attempts = makeAttempts(boss, nudgeIn, log)
  const makeWorkerOf = <N extends JobName>(
    name: N,
    handler: JobHandlers[N],
    canRun: (name: JobName) => Promise<boolean>,
  ): Worker<{ id: string }> => {
    const { atOnce, perGroup } = QUEUES[name]
    const groups = makeJobGroups(perGroup)
    return makeWorker<ClaimedJob<Envelope<N>>>(
      {
        atOnce,
        // One by one, because jobs claimed together may be of one group.
        perClaim: perGroup ? 1 : atOnce,
        pollMs: pollSeconds * 1000,
        claim: async most =>
          (await canRun(name)) ? claimJobs(statements, name, { most, without: groups.full() }) : [],
        run: job => groups.run(job.data.group, () => attempts.run(name, job, handler)),
        giveBack: jobs => attempts.fail(name, jobs, STOPPING),
      },
      log,
    )
  }

  let starting: Promise<void> | undefined
  let stopping = false
  /** A stop during start is not an error; start returns at the next step. */
  const startWorkers = async (
    handlers: JobHandlers,
    { outside = true, canRun = async () => true }: StartOptions,
  ): Promise<void> => {
    const started = await boss()
    started.on('error', err => log.error({ err }, 'job queue failed'))
    if (!stopping) await started.start()
    for (const name of JOB_NAMES) {
      if (stopping) return
      if (!outside && QUEUES[name].isOutside) continue
      workers.set(name, makeWorkerOf(name, handlers[name], canRun))
      nudge(name)
    }
    if (!outside) return
    // An earlier version left it, to fill a queue that nobody works on. Others may be of a later version.
    await started.unschedule('tidy-clips')
    for (const [name, cron, tz = 'UTC'] of scheduleOf(timezone)) {
      if (stopping) return
      await started.schedule(name, cron, { name, attempt: 0, data: {} }, { ...optionsOf(name), tz })
    }
  }

  return {
    /** `startAfter` is in seconds. `group` names the host that the job calls, if its queue limits jobs per group. */
    async send<N extends JobName>(
      tx: Tx,
      name: N,
      data: Jobs[N],
      { startAfter = 0, group }: { startAfter?: number; group?: string | undefined } = {},
    ): Promise<void> {
      const options = { ...optionsOf(name), startAfter, db: toBossDb(tx.client) }
      await (await boss()).send(name, { name, attempt: 0, data, group, reqId: currentRequestId() }, options)
      if (startAfter === 0) tx.afterCommit(() => nudge(name))
    },
    /** Polls the queue now if this process works on it. */
    nudge,
    /** Makes all mail due that waits because the mail server did not answer. Call it when it has answered. */
    async wakeMail(): Promise<void> {
      if (performance.now() - wokenAt < WAKE_MS) return
      wokenAt = performance.now()
      const woken = await wakeMail(statements)
      for (const name of MAIL_QUEUES) if (woken.has(name)) nudge(name)
    },
    /** Starts the workers and the schedule in this process. */
    start(handlers: JobHandlers, options: StartOptions = {}): Promise<void> {
      schedule = options.outside ?? true
      starting = startWorkers(handlers, options)
      return starting
    },
    /** Waits up to `milliseconds` for running jobs to end. */
    async stop(milliseconds: number): Promise<void> {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      // An error of start is reported to its caller, not here.
      await starting?.catch(() => {})
      const stopWorker = async (name: JobName, worker: Worker<{ id: string }>) =>
        attempts.fail(name, await worker.stop(milliseconds), STOPPING)
      await Promise.all([...workers].map(([name, worker]) => stopWorker(name, worker)))
      const started = await loaded
      await started?.stop({ graceful: true, wait: true, timeout: 1000 })
      await statements.finish()
    },
  }
}

const MAIL_WAITS = `state < 'active' and name = any($1) and (data->>'isMailAway')::boolean`

/** More than a process sends within WAKE_MS, so that the last of them wake the next. */
const WOKEN = 500

/** Makes waiting mail due now, codes first. `plannedFor`: the time that it keeps if the server is still away. */
const wakeMail = async (client: Queries): Promise<Set<unknown>> => {
  const { rows } = await client.query(
    `update pgboss.job set start_after = now(), data = data || jsonb_build_object('plannedFor', start_after)
     where (name, id) in (
       select name, id from pgboss.job where ${MAIL_WAITS} and start_after > now()
       order by array_position($1::text[], name), start_after limit ${WOKEN})
     returning name`,
    [MAIL_QUEUES],
  )
  return new Set(rows.map(row => row.name))
}

/** Returns whether mail waits because the mail server did not answer. */
export const hasMailWaiting = async (db: Queryable): Promise<boolean> => {
  const { rows } = await db.client.query(`select from pgboss.job where ${MAIL_WAITS} limit 1`, [MAIL_QUEUES])
  return rows.length > 0
}

/** A queue, as /metrics shows it. */
interface QueueState {
  name: string
  /** Jobs that wait for their first attempt, for a retry, that run, and dead letters. */
  counts: { created: number; retry: number; active: number; dead: number }
  /** Since when the oldest due job has waited, in seconds: since its first attempt, if that failed. */
  waitSeconds: number
}

/** Describes every queue. Finished jobs, which pg-boss keeps for half a day, are not read. */
export const listQueues = async (db: Queryable): Promise<QueueState[]> => {
  const { rows } = await db.client.query<{
    name: string
    state: keyof QueueState['counts']
    count: number
    wait: number
  }>(
    `select case name when '${DEAD_LETTERS}' then data->>'name' else name end as name,
       case when name = '${DEAD_LETTERS}' then 'dead' when state < 'active' and (data->>'attempt')::int > 0 then 'retry' else state::text end as state,
       count(*) as count,
       coalesce(max(extract(epoch from now() - coalesce((data->>'dueAt')::timestamptz, start_after)))
         filter (where name <> '${DEAD_LETTERS}' and state < 'active'), 0)::float8 as wait
     from pgboss.job where state < 'completed' group by 1, 2`,
  )
  return JOB_NAMES.map(name => {
    const counts = { created: 0, retry: 0, active: 0, dead: 0 }
    let waitSeconds = 0
    for (const row of rows.filter(row => row.name === name)) {
      counts[row.state] += row.count
      waitSeconds = Math.max(waitSeconds, row.wait)
    }
    return { name, counts, waitSeconds }
  })
}

/** Deletes dead letters that a new job replaces. */
export const deleteDeadJobs = async (tx: Tx, name: string, data: object): Promise<void> => {
  await tx.client.query(
    "delete from pgboss.job where name = 'dead' and state = 'created' and data->>'name' = $1 and data->'data' = $2::jsonb",
    [name, JSON.stringify(data)],
  )
}

/** Returns whether a job of a kind has waited so long, as when no process can do it. */
export const hasJobWaited = async (db: Queryable, name: JobName, seconds: number): Promise<boolean> => {
  const { rows } = await db.client.query(
    "select from pgboss.job where name = $1 and state < 'active' and start_after < now() - $2 * interval '1 second' limit 1",
    [name, seconds],
  )
  return rows.length > 0
}
