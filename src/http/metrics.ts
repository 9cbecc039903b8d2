import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Metrics. Labels are names of routes, jobs and outcomes only, never personal data. */
export interface Metrics {
  launch(version: string, outcome: string): void
  job(name: string, outcome: 'done' | 'failed', seconds: number): void
  unhandledRejection(): void
}

export const noMetrics: Metrics = { launch() {}, job() {}, unhandledRejection() {} }

/** A count that grows until the process ends. */
interface Counted<Label extends string> {
  labels: Record<Label, string>
  count: number
}

interface MetricsOptions {
  token: string
  version: string
  /** Connections to the database in use and idle, and statements that wait for one. */
  pool(): { total: number; idle: number; waiting: number }
  listJobWaits(): Promise<{ name: string; seconds: number }[]>
  /** When the newest backup in the audit was written. */
  findLastBackup(): Promise<{ at: Date } | null>
  /** When the last event of the card provider was taken. */
  findLastEventAt(): Promise<Date | null>
  listRedemptions(): Counted<'outcome'>[]
  listOutsideCalls(): Counted<'service' | 'outcome'>[]
  /** Counts jobs by state, at each scrape. */
  countJobs(): Promise<{ name: string; state: string; count: number }[]>
}

/** Bucket limits in seconds. A page takes milliseconds, a slow outside service seconds. */
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
  const jobs = new Histogram({
    name: 'signbook_job_seconds',
    help: 'Duration of one job attempt',
    labelNames: ['job', 'outcome'],
    buckets: BUCKETS,
    registers,
  })
  const rejections = new Counter({
    name: 'signbook_unhandled_rejections_total',
    help: 'Promises that were rejected and that no code awaited; the log has their stacks',
    registers,
  })
  new Counter({
    name: 'signbook_redemptions_total',
    help: 'Access codes redeemed, or the reason of a refusal',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const { labels, count } of options.listRedemptions()) this.inc(labels, count)
    },
  })
  new Counter({
    name: 'signbook_outside_calls_total',
    help: 'Calls to outside services: answered, refused, rejected (key), throttled, failed (5xx), no_answer',
    labelNames: ['service', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { labels, count } of options.listOutsideCalls()) this.inc(labels, count)
    },
  })
  new Gauge({
    name: 'signbook_jobs',
    help: 'Jobs in the queue, by state',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      this.reset()
      for (const { name, state, count } of await options.countJobs()) this.set({ job: name, state }, count)
    },
  })
  new Gauge({
    name: 'signbook_job_wait_seconds',
    help: 'How long the oldest due job of each kind has waited',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset()
      for (const { name, seconds } of await options.listJobWaits()) this.set({ job: name }, seconds)
    },
  })
  new Gauge({
    name: 'signbook_database_connections',
    help: 'Connections of this process to the database, and statements that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle, waiting } = options.pool()
      this.set({ state: 'used' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'signbook_last_card_event_timestamp_seconds',
    help: 'Unix time of the last webhook event of the card provider; 0 before the first',
    registers,
    async collect() {
      this.set(((await options.findLastEventAt())?.getTime() ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'signbook_last_backup_timestamp_seconds',
    help: 'Unix time of the last backup by npm run backup; 0 before the first',
    registers,
    async collect() {
      this.set(((await options.findLastBackup())?.at.getTime() ?? 0) / 1000)
    },
  })
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
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return {
    launch: (version, outcome) => launches.inc({ version, outcome }),
    job: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    unhandledRejection: () => rejections.inc(),
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
