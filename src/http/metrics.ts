import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Gauge, Registry } from 'prom-client'
import { findLastBackup } from '#src/core/backups.ts'
import { withTimeout } from '#src/core/clock.ts'
import { type Database, findDatabaseSize } from '#src/core/db/db.ts'
import { outsideCalls } from '#src/core/event-counts.ts'
import { listQueues } from '#src/core/jobs/queue.ts'

/** Metrics. Labels have no personal data, and never the names `job` and `instance`, which Prometheus renames. */
export interface Metrics {
  launch(version: string, outcome: string): void
  unhandledRejection(): void
}

export const noMetrics: Metrics = { launch() {}, unhandledRejection() {} }

/** A count that grows until the process ends. */
interface Counted<Label extends string> {
  labels: Record<Label, string>
  count: number
}

interface MetricsOptions {
  token: string
  version: string
  db: Database
  /** Names of LTI versions and of good outcomes of a launch, which are shown before the first. */
  launches: { versions: readonly string[]; good: readonly string[] }
  listRedemptions(): Counted<'outcome'>[]
  listWebhooks(): Counted<'outcome'>[]
  /** Values read at each scrape, besides those of core. One that fails or takes too long is left out. */
  readings: Readings
}

interface Readings {
  /** When the last event of the card provider was taken. */
  lastCardEvent(): Promise<Date | null>
  /** Free and all bytes of the disks of our folders. */
  disks(): Promise<{ folder: string; free: number; size: number }[]>
  /** When the certificate of PUBLIC_URL ends; null without one. */
  certificateEnd(): Promise<Date | null>
}

/** Bucket limits in seconds. A page takes milliseconds, one that waits for an outside service seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * GET /metrics: Prometheus text, for requests with METRICS_TOKEN as bearer. Others get the reply for unknown paths.
 * prom-client is imported only when a token is set.
 */
export const mountMetrics = async (server: FastifyInstance, options: MetricsOptions): Promise<Metrics> => {
  const { default: prom } = await import('prom-client')
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = prom
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'signbook_request_seconds',
    help: 'Response time by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const launches = new Counter({
    name: 'signbook_launches_total',
    help: 'LTI launches by outcome or reason of refusal',
    labelNames: ['version', 'outcome'],
    registers,
  })
  const rejections = new Counter({
    name: 'signbook_unhandled_rejections_total',
    help: 'Promises that were rejected and that no code awaited; the log has their stacks',
    registers,
  })
  /** A count that another part of the process keeps. */
  const counted = <Label extends string>(name: string, help: string, list: () => Counted<Label>[], labels: Label[]) =>
    new Counter({
      ...{ name: `signbook_${name}_total`, help, labelNames: labels, registers },
      collect() {
        this.reset()
        for (const { labels, count } of list()) this.inc(labels, count)
      },
    })
  counted('redemptions', 'Access codes redeemed, or the reason of a refusal', options.listRedemptions, ['outcome'])
  counted(
    'outside_calls',
    'Calls to outside services: answered, refused, rejected (key), throttled, failed (5xx), no_answer',
    outsideCalls.list,
    ['service', 'outcome'],
  )
  counted(
    'webhooks',
    'Webhook deliveries of the card provider: taken, or refused (signature, or not readable)',
    options.listWebhooks,
    ['outcome'],
  )
  new Gauge({
    name: 'signbook_database_connections',
    help: 'Connections of this process to the database, and statements that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = options.db.client
      this.set({ state: 'used' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  const read = makeReader(prom, registry, options)
  new Gauge({ name: 'signbook_build_info', help: 'Version of this process', labelNames: ['version'], registers }).set(
    { version: options.version },
    1,
  )
  server.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  server.get('/metrics', async (request, reply) => {
    if (!isBearer(request.headers.authorization, options.token)) return reply.callNotFound()
    await read()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  // A counter that appears with its first event looks to `rate` as if that event never happened.
  for (const outcome of options.launches.good)
    for (const version of options.launches.versions) launches.inc({ version, outcome }, 0)
  return {
    launch: (version, outcome) => launches.inc({ version, outcome }),
    unhandledRejection: () => rejections.inc(),
  }
}

/** A scrape answers within a second, whatever the database does. */
const READ_MS = 700

type Forgettable = Pick<Gauge, 'remove' | 'reset'>

/** Returns a function that reads all gauges at once, each for a limited time. One that fails has no value. */
const makeReader = (
  { Gauge }: typeof import('prom-client'),
  registry: Registry,
  { db, readings: { lastCardEvent, disks, certificateEnd } }: Pick<MetricsOptions, 'db' | 'readings'>,
) => {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `signbook_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', '1 if the database answers within a second, else 0')
  const bytes = gauge('database_bytes', 'Size of the database')
  const jobs = gauge('jobs', 'Jobs by state: created, retry, active, dead (gave up)', ['queue', 'state'])
  const waits = gauge(
    'job_wait_seconds',
    'How long the oldest due job of each queue has waited since its first attempt',
    ['queue'],
  )
  const cardEvent = gauge('last_card_event_timestamp_seconds', 'Unix time of the last event of the card provider, or 0')
  const backup = gauge('last_backup_timestamp_seconds', 'Unix time of the last backup, or 0 before the first')
  const free = gauge('disk_free_bytes', 'Free bytes of the disk of a folder', ['folder'])
  const size = gauge('disk_size_bytes', 'All bytes of the disk of a folder', ['folder'])
  const certificate = gauge('certificate_end_timestamp_seconds', 'Unix time when the certificate of PUBLIC_URL ends')
  const single: Forgettable[] = [bytes, cardEvent, backup, certificate]
  /** After a reset a gauge without labels is 0, which would be a value. */
  const forget = (each: Forgettable) => (single.includes(each) ? each.remove() : each.reset())
  const seconds = (at: Date | null) => (at?.getTime() ?? 0) / 1000

  const reading = <T>(ask: () => Promise<T>, gauges: Forgettable[], show: (value: T) => void) => {
    let underWay: Promise<T> | null = null
    return async () => {
      underWay ??= ask().finally(() => {
        underWay = null
      })
      const answer = underWay
      for (const each of gauges) forget(each)
      await withTimeout(READ_MS, () => answer).then(show, () => {})
    }
  }
  const database = () => db.client.query('select 1')
  const databaseSize = () => findDatabaseSize(db)
  const queues = () => listQueues(db)
  const lastBackup = async () => (await findLastBackup(db))?.at ?? null
  const all = [
    reading(database, [], () => up.set(1)),
    reading(databaseSize, [bytes], value => bytes.set(value)),
    reading(queues, [jobs, waits], list => {
      for (const { name: queue, counts, waitSeconds } of list) {
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count)
        waits.set({ queue }, waitSeconds)
      }
    }),
    reading(lastCardEvent, [cardEvent], at => cardEvent.set(seconds(at))),
    reading(lastBackup, [backup], at => backup.set(seconds(at))),
    reading(disks, [free, size], list => {
      for (const { folder, ...disk } of list) {
        free.set({ folder }, disk.free)
        size.set({ folder }, disk.size)
      }
    }),
    reading(certificateEnd, [certificate], end => end && certificate.set(seconds(end))),
  ]
  return async () => {
    up.set(0)
    await Promise.all(all.map(each => each()))
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
