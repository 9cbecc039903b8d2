import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Assets } from '#views/document.ts'
import { screens } from '#views/index.ts'
import { paths } from '#views/paths.ts'
import { makeApiReference } from '#views/staff/api-reference/screen.tsx'
import about from '../package.json' with { type: 'json' }
import { mountEntitlementCalls } from './access/index.ts'
import { mountRedeemCalls } from './codes/index.ts'
import type { CardSettings, Config } from './config.ts'
import type { Clock } from './core/clock.ts'
import { makeVault, mintRequestId } from './core/crypto.ts'
import type { Database } from './core/db/db.ts'
import { countJobs, listJobWaits } from './core/jobs/job-counts.ts'
import type { Log } from './core/log.ts'
import { makeHttpClient } from './core/outbound/outbound.ts'
import { fillRetention } from './core/rules/retention.ts'
import { mountBuiltFiles } from './http/built-files.ts'
import { makeCloseServer } from './http/connections.ts'
import { answerErrorsAsJson, answerErrorsAsPages, answerUnknownAddresses } from './http/errors.ts'
import { mountHealth } from './http/health.ts'
import { describeCalls, forbidStoring, withContracts } from './http/json-calls.ts'
import { type Metrics, mountMetrics, noMetrics } from './http/metrics.ts'
import { makePages } from './http/pages.ts'
import { mountScreens } from './http/screens.ts'
import { addCommonHeaders } from './http/security-headers.ts'
import { mountSecurityTxt } from './http/security-txt.ts'
import { makeServer } from './http/server.ts'
import { mountDismiss } from './http/site-notice.ts'
import { makeStaffGuard, mountSignOut } from './http/staff-guard.ts'
import { KEYS_LIMITS, makeDiary, makePlatformKeys, makeSchoolSecrets, mountLti, mountPing } from './lti/index.ts'
import { type Gateways, jobHandlers, type Modules, makeModules } from './modules.ts'
import { mountStripeWebhook } from './payments/index.ts'
import type { PracticeAddresses } from './practice/index.ts'
import { captchaOrigins, mountSignUpCalls } from './sign-up/index.ts'
import { mountDictionaryCalls } from './signs/index.ts'
import type { Content } from './signs/rules/content.ts'
import { fillSupport } from './signs/rules/fill-support.ts'
import { mountAuthCalls, mountStaffApi } from './staff/index.ts'

interface AppOptions {
  config: Config & { appSecret: string }
  db: Database
  clock: Clock
  log: Log
  content: Content
  gateways: Gateways & { card: { settings: CardSettings } | null }
  /** Demo mode: the settings, with the practice services in place of absent ones. */
  inUse?: Config
  /** Demo mode: base URL of the practice checkout. */
  practiceCheckout?: string | undefined
  /** Demo mode: base URLs of the practice LMS's services. */
  practice?: PracticeAddresses | null
  /** The built client and its folder. */
  assets: Assets
  clientFolder?: string
  isDatabaseReady(db: Database): Promise<boolean>
}

export interface App {
  server: FastifyInstance
  modules: Modules
  metrics: Metrics
  /** Starts the job workers. Optional: a process may only answer requests. */
  startJobs(): Promise<void>
  /** Makes /readyz answer 503, so that proxies send new visitors elsewhere; everything is still answered. */
  drain(): void
  /** Finishes requests and jobs in progress, then closes everything except the database. */
  stop(): Promise<void>
}

/** A stop waits for requests under way, then for running jobs, and takes less than ten seconds altogether. */
const ANSWERS_MS = 6000
const JOBS_MS = 3000

/** Composition root: creates and mounts every part of the application. */
export const buildApp = async (options: AppOptions): Promise<App> => {
  const { config, db, clock, log, gateways } = options
  const { terms, privacy } = options.content
  const fill = (html: string) => fillSupport(fillRetention(html, config.retention), config.support.email)
  const content = {
    ...options.content,
    terms: { ...terms, html: fill(terms.html) },
    privacy: { ...privacy, html: fill(privacy.html) },
  }
  const termsVersion = content.terms.version
  const secrets = makeVault(config, 'consumer secret')
  const publicOnly = !config.demo
  const { inUse = config, isDatabaseReady } = options
  const { modules, jobs } = makeModules({
    ...{ config, db, clock, log, termsVersion, gateways, secrets, publicOnly },
    ...{ inUse, isDatabaseReady },
  })
  const site = {
    publicUrl: config.publicUrl,
    demo: config.demo,
    live: config.live,
    version: about.version,
    timezone: config.businessTimezone,
    premiumDomain: config.premiumDomain,
    support: config.support,
  }
  const guard = makeStaffGuard(modules.staff, config.publicUrl)
  const policy = {
    origins: gateways.card?.settings.checkoutOrigins ?? [],
    outside: { captcha: captchaOrigins(config.captcha), chat: config.chat ? [config.chat.baseUrl] : [] },
    videoHosts: config.videoHosts,
    demo: config.demo,
  }
  const pages = makePages(options.assets, site, policy, screens)

  let isDraining = false
  const isReady = async () => !isDraining && (await isDatabaseReady(db))
  const server = await makeServer({ log, trustProxy: config.trustProxy, requestId: mintRequestId })
  const closeServer = makeCloseServer(server)
  const metrics = config.metricsToken
    ? await mountMetrics(server, {
        token: config.metricsToken,
        version: about.version,
        pool: () => ({ total: db.client.totalCount, idle: db.client.idleCount, waiting: db.client.waitingCount }),
        countJobs: () => countJobs(db),
        listJobWaits: () => listJobWaits(db),
        findLastEventAt: modules.payments.findLastEventAt,
      })
    : noMetrics
  const diary = makeDiary(db, log, line => metrics.launch(line.version, line.outcome))
  const secure = config.publicUrl.startsWith('https:')
  addCommonHeaders(server, secure)
  answerUnknownAddresses(server, guard)
  mountHealth(server, isReady)
  mountSecurityTxt(server, { publicUrl: config.publicUrl, supportEmail: config.support.email, clock })
  if (options.clientFolder) await mountBuiltFiles(server, join(options.clientFolder, 'assets'))

  /** Returns the OpenAPI document, once the calls below are mounted. */
  let describeApi = (): object => ({})
  await server.register(async scope => {
    answerErrorsAsPages(scope, pages, modules.access.findFramers)
    // Pages and launches accept forms only: a launch signature covers a form body (RFC 5849 §3.4.1.3.1).
    scope.removeContentTypeParser('application/json')
    scope.get(paths.root, async (_request, reply) => reply.redirect(paths.home, 302))
    const practice = config.demo ? await import('./practice/index.ts') : null
    const demo =
      practice?.makeDemoScreens(server, {
        clock,
        publicUrl: config.publicUrl,
        outbox: join(config.dataDir, 'outbox'),
        services: options.practice ? practice.makePracticeServices(options.practice, modules) : null,
      }) ?? []
    const apiReference = makeApiReference(() => describeApi())
    mountScreens(scope, [...screens, apiReference, ...demo], { modules, content, clock, pages, guard })
    mountSignOut(scope, guard, modules.staff)
    mountDismiss(scope, secure)
    if (options.practiceCheckout) practice?.mountPracticeCheckout(scope, options.practiceCheckout)
    if (options.practice) practice?.mountPracticePlatform(scope, options.practice.lms)
    const keysOutbound = makeHttpClient({ ...KEYS_LIMITS, publicOnly })
    mountLti(scope, {
      db,
      clock,
      modules,
      pages,
      diary,
      secrets: makeSchoolSecrets(db, secrets, clock),
      publicUrl: config.publicUrl,
      timezone: config.businessTimezone,
      demo: config.demo,
      outbound: keysOutbound,
      platformKeys: makePlatformKeys(keysOutbound, clock),
    })
  })
  await server.register(async plain => {
    answerErrorsAsJson(plain)
    forbidStoring(plain)
    const scope = withContracts(plain)
    await describeCalls(scope, config.publicUrl)
    describeApi = () => scope.swagger()
    mountPing(scope)
    mountEntitlementCalls(scope, modules)
    mountRedeemCalls(scope, { codes: modules.codes, clock })
    const { signUp, courses, codes } = modules
    mountSignUpCalls(scope, { signUp, courses, codes, clock, live: config.live, secure })
    mountAuthCalls(scope, { staff: modules.staff, clock, guard })
    const { publicUrl, businessTimezone: timezone } = config
    await scope.register(async staff =>
      mountStaffApi(withContracts(staff), { modules, clock, guard, publicUrl, timezone, log }),
    )
    mountDictionaryCalls(scope, { signs: modules.signs, access: modules.access, supportEmail: config.support.email })
  })
  await server.register(async scope => {
    answerErrorsAsJson(scope)
    mountStripeWebhook(scope, modules)
  })

  return {
    server,
    modules,
    metrics,
    async startJobs() {
      await jobs.start(jobHandlers(modules, { db, clock }), metrics.job)
      if (gateways.canvas) modules.canvas.poller.start()
    },
    drain() {
      isDraining = true
    },
    async stop() {
      const isCut = await closeServer(ANSWERS_MS)
      if (isCut) log.warn('closing connections with unfinished requests')
      await Promise.all([jobs.stop(JOBS_MS), modules.canvas.poller.stop(JOBS_MS)])
      await diary.flush()
    },
  }
}
