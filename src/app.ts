import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import about from '#package.json' with { type: 'json' }
import { makeOperations } from '#src/modules.ts'
import type { Card } from '#src/payments/deps.ts'
import type { Assets } from '#views/document.ts'
import { screens } from '#views/index.ts'
import { paths } from '#views/paths.ts'
import type { Canvas } from './canvas/rules/canvas-port.ts'
import type { CardSettings, Config } from './config.ts'
import type { Clock } from './core/clock.ts'
import { makeFingerprint, makeVault, mintRequestId } from './core/crypto.ts'
import type { Database } from './core/db/db.ts'
import { countJobs } from './core/jobs/job-counts.ts'
import { makeLoop } from './core/jobs/poller.ts'
import { makeJobs } from './core/jobs/queue.ts'
import type { Log } from './core/log.ts'
import { makeOutbound } from './core/outbound/outbound.ts'
import { addressProblem } from './core/outbound/public-address.ts'
import { mountBuiltFiles } from './http/built-files.ts'
import { makeCloseServer } from './http/connections.ts'
import { answerErrorsAsJson, answerErrorsAsPages, answerUnknownAddresses } from './http/errors.ts'
import { mountHealth } from './http/health.ts'
import { type Metrics, mountMetrics, noMetrics, timed } from './http/metrics.ts'
import { makePages } from './http/pages.ts'
import { mountScreens } from './http/screens.ts'
import { addCommonHeaders } from './http/security-headers.ts'
import { makeServer } from './http/server.ts'
import { mountDismiss } from './http/site-notice.ts'
import { makeStaffGuard, mountSignOut } from './http/staff-guard.ts'
import { makeJobHandlers } from './jobs/handlers.ts'
import { mountLtiApi } from './lti/api-routes.ts'
import { makeDiary } from './lti/diary.ts'
import { mountLti } from './lti/routes.ts'
import { makeSchoolSecrets } from './lti/school-secrets.ts'
import { makeLmsServices } from './lti/services.ts'
import { KEYS_LIMITS, makePlatformKeys } from './lti/v1p3/platform-keys.ts'
import { makeChat } from './messages/chat.ts'
import type { MailGateway } from './messages/mail.ts'
import type { SmsGateway } from './messages/sms.ts'
import { mountStripeWebhook } from './payments/webhook-routes.ts'
import type { PracticeBases } from './practice/practice-services.ts'
import { type CaptchaGateway, captchaOrigins } from './sign-up/captcha/make-captcha.ts'
import { mountCaptchaApi } from './sign-up/captcha-routes.ts'
import { mountStudentsApi } from './sign-up/routes.ts'
import { mountDictionaryApi } from './signs/routes.ts'
import type { Content } from './signs/rules/content.ts'
import type { VideoHost } from './signs/sproutvideo.ts'
import { makeAccessTokens } from './staff/access-token.ts'
import { mountStaffApi } from './staff/api/index.ts'
import { mountAuthApi } from './staff/auth-routes.ts'

export interface AppOptions {
  config: Config & { appSecret: string }
  db: Database
  clock: Clock
  log: Log
  content: Content
  gateways: {
    canvas: Canvas | null
    mail: MailGateway
    sms: SmsGateway
    captcha: CaptchaGateway
    /** The card provider's client and settings. */
    card: (Card & { settings: CardSettings }) | null
    video: VideoHost | null
  }
  /** Demo mode: base URL of the practice checkout. */
  practiceCheckout?: string | undefined
  /** Demo mode: base URLs of the practice LMS's services. */
  practice?: PracticeBases | null
  /** The built client and its folder. */
  assets: Assets
  clientFolder?: string
  isSchemaCurrent(db: Database): Promise<boolean>
}

export interface App {
  server: FastifyInstance
  metrics: Metrics
  /** Begins to work through the jobs; a server that only answers does without. */
  startJobs(): Promise<void>
  /** Finishes requests and jobs in progress, then closes everything except the database. */
  stop(): Promise<void>
}

/** A stop waits for requests under way, then for running jobs, and takes less than ten seconds altogether. */
const ANSWERS_MS = 6000
const JOBS_MS = 3000

/** Composition root: creates and mounts every part of the application. */
export const buildApp = async (options: AppOptions): Promise<App> => {
  const { config, db, clock, log, content, gateways } = options
  const jobs = makeJobs(db, log, config.businessTimezone)
  const publicOnly = !config.demo
  const refuseAddress = (address: string) => addressProblem(address, { publicOnly })
  const keysOutbound = makeOutbound({ ...KEYS_LIMITS, publicOnly })
  const schoolSecrets = makeVault(config.appSecret, 'consumer secret')
  const operations = makeOperations({
    db,
    clock,
    jobs,
    content,
    log,
    fingerprint: makeFingerprint(config.appSecret),
    mail: gateways.mail,
    canvas: gateways.canvas,
    wakePolls: () => polls.wake(),
    ...makeLmsServices({
      db,
      clock,
      vault: schoolSecrets,
      outbound: makeOutbound({ publicOnly }),
      publicUrl: config.publicUrl,
      signingKey: () => operations.signingKey(),
    }),
    sms: gateways.sms,
    video: gateways.video,
    secrets: schoolSecrets,
    accessTokens: makeAccessTokens(config.appSecret),
    captcha: gateways.captcha,
    addressProblem: refuseAddress,
    card: gateways.card,
    vault: makeVault(config.appSecret, 'waiting'),
    makePlatformUser: gateways.canvas && ((tx, given) => jobs.send(tx, 'canvas-user', given)),
    keyVault: makeVault(config.appSecret, 'tool keys'),
    chat: makeChat(config.chat),
    settings: {
      timezone: config.businessTimezone,
      supportEmail: config.support.email,
      publicUrl: config.publicUrl,
      live: config.live,
      hostedConsumerPrefix: config.hostedConsumerPrefix,
      migrationPollSeconds: config.migrationPollSeconds,
    },
  })
  const polls = makeLoop(
    {
      work: () => operations.pollCanvasCourse(),
      next: () => operations.nextCanvasPoll(),
      now: () => clock.now(),
      longestMs: config.migrationPollSeconds * 1000,
    },
    log,
  )
  const site = {
    publicUrl: config.publicUrl,
    demo: config.demo,
    live: config.live,
    version: about.version,
    timezone: config.businessTimezone,
    premiumDomain: config.premiumDomain,
    support: config.support,
  }
  const guard = makeStaffGuard(operations, config.publicUrl)
  const policy = {
    origins: gateways.card?.settings.checkoutOrigins ?? [],
    outside: { captcha: captchaOrigins(config.captcha), chat: config.chat ? [config.chat.baseUrl] : [] },
    videoHosts: config.videoHosts,
    demo: config.demo,
  }
  const pages = makePages(options.assets, site, policy, screens)

  const isReady = () => options.isSchemaCurrent(db)
  const server = await makeServer({ log, trustProxy: config.trustProxy, requestId: mintRequestId })
  const closeServer = makeCloseServer(server)
  const metrics = config.metricsToken
    ? await mountMetrics(server, { token: config.metricsToken, countJobs: () => countJobs(db) })
    : noMetrics
  const diary = makeDiary(db, log, line => metrics.launch(line.version, line.outcome))
  const secure = config.publicUrl.startsWith('https:')
  addCommonHeaders(server, secure)
  answerUnknownAddresses(server)
  mountHealth(server, isReady)
  if (options.clientFolder) await mountBuiltFiles(server, join(options.clientFolder, 'assets'))

  await server.register(async scope => {
    answerErrorsAsPages(scope, pages)
    // Pages and launches accept forms only: a launch signature covers a form body (RFC 5849 §3.4.1.3.1).
    scope.removeContentTypeParser('application/json')
    scope.get(paths.root, async (_request, reply) => reply.redirect(paths.home, 302))
    const demo = config.demo
      ? (await import('./practice/index.ts')).makeDemoScreens(server, {
          clock,
          publicUrl: config.publicUrl,
          outbox: join(config.dataDir, 'outbox'),
          services: options.practice
            ? (await import('./practice/practice-services.ts')).makePracticeServices(options.practice, operations)
            : null,
        })
      : []
    mountScreens(scope, [...screens, ...demo], { operations, content, clock, pages, guard })
    mountSignOut(scope, guard, operations)
    mountDismiss(scope, secure)
    if (options.practiceCheckout) {
      ;(await import('./practice/practice-checkout.ts')).mountPracticeCheckout(scope, options.practiceCheckout)
    }
    if (options.practice) {
      ;(await import('./practice/practice-platform.ts')).mountPracticePlatform(scope, options.practice.lms)
    }
    mountLti(scope, {
      db,
      clock,
      operations,
      pages,
      diary,
      secrets: makeSchoolSecrets(db, schoolSecrets, clock),
      publicUrl: config.publicUrl,
      timezone: config.businessTimezone,
      demo: config.demo,
      outbound: keysOutbound,
      addressProblem: refuseAddress,
      platformKeys: makePlatformKeys(keysOutbound, clock),
    })
  })
  await server.register(async scope => {
    answerErrorsAsJson(scope)
    mountLtiApi(scope, { operations, clock })
    mountStudentsApi(scope, { operations, clock, secure })
    mountAuthApi(scope, { operations, clock, guard })
    const { publicUrl, businessTimezone: timezone } = config
    await scope.register(staff => mountStaffApi(staff, { operations, clock, guard, publicUrl, timezone, log }))
    mountCaptchaApi(scope, { operations })
    mountDictionaryApi(scope, { operations, supportEmail: config.support.email })
  })
  await server.register(async scope => {
    answerErrorsAsJson(scope)
    mountStripeWebhook(scope, operations)
  })

  return {
    server,
    metrics,
    async startJobs() {
      await jobs.start(timed(makeJobHandlers(operations), metrics))
      if (gateways.canvas) polls.start()
    },
    async stop() {
      const isCut = await closeServer(ANSWERS_MS)
      if (isCut) log.warn('answers that take too long are cut')
      await Promise.all([jobs.stop(JOBS_MS), polls.stop(JOBS_MS)])
      await diary.flush()
    },
  }
}
