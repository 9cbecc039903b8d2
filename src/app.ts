import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Assets } from '#views/document.ts'
import { screens } from '#views/index.ts'
import { paths } from '#views/paths.ts'
import about from '../package.json' with { type: 'json' }
import { makeCodeTurns } from './access/redemptions.ts'
import { mountOwnAccessCalls, mountRedeemCalls } from './access/routes.ts'
import { findVisitor } from './access/tokens.ts'
import { makeAccessTokens } from './accounts/access-tokens.ts'
import { captchaSources } from './accounts/captcha-gateway.ts'
import { checkServiceKey } from './accounts/service-accounts.ts'
import { findStaffSession } from './accounts/sessions.ts'
import { signOut } from './accounts/sign-in.ts'
import { mountSignUpCalls } from './accounts/sign-up-routes.ts'
import { mountAuthCalls } from './accounts/staff-routes.ts'
import { nextCanvasPoll, pollCanvasCourse } from './canvas/canvas-courses.ts'
import type { CardSettings, Config } from './config.ts'
import type * as context from './context.ts'
import type { Clock } from './core/clock.ts'
import { makeFingerprint, makeSigner, makeVault, mintRequestId } from './core/crypto.ts'
import type { Database } from './core/db/db.ts'
import { makeEventCounts } from './core/event-counts.ts'
import { makePoller } from './core/jobs/poller.ts'
import { makeJobs } from './core/jobs/queue.ts'
import { makeLimitHash } from './core/limits/limits.ts'
import type { Log } from './core/log.ts'
import { addressFault, type IsOwn, isOwnOfMachine, makeHttpClient } from './core/outbound.ts'
import { isLoopback } from './core/settings.ts'
import { makeCertificateReader, readDisks } from './desk/probes.ts'
import { saveOutsideTimes } from './desk/reports.ts'
import { mountStaffApi } from './desk/routes.ts'
import { jobHandlers } from './handlers/jobs.ts'
import { describeCalls, mountApiReference } from './http/api-reference.ts'
import { answerErrorsAsJson, answerErrorsAsPages, answerUnknownAddresses } from './http/errors.ts'
import { allowCompression, mountBuiltFiles } from './http/files.ts'
import { forbidStoring, withContracts } from './http/json-calls.ts'
import { type Metrics, mountMetrics, noMetrics } from './http/metrics.ts'
import { makePages, type Pages } from './http/pages.ts'
import { addCommonHeaders, mountSecurityTxt } from './http/security.ts'
import { makeCloseServer, makeServer, mountHealth } from './http/server.ts'
import { makeStaffGuard, mountSignOut, type StaffGuard } from './http/staff-guard.ts'
import { mountDismiss } from './http/visitor-choices.ts'
import { makeDiary } from './lti/launch-diary.ts'
import { mountLti, mountPing } from './lti/routes.ts'
import type { DiaryLine } from './lti/store/launch-diary.ts'
import { ACCEPTED_OUTCOMES, LTI_VERSIONS } from './lti/store/schema.ts'
import { makeSchoolSecrets } from './lti/v1p1/launch.ts'
import { makeSchoolClient } from './lti/v1p1/outcomes.ts'
import { KEYS_LIMITS, makePlatformClient, makePlatformKeys } from './lti/v1p3/platforms.ts'
import { chatSources, makeChat } from './messages/help.ts'
import { clipsToShow } from './messages/rules/signed-help.ts'
import { makeSignedHelp, type SignedHelp, saveSeen } from './messages/signed-help.ts'
import { checkPrice } from './payments/offers.ts'
import { findLastEventAt } from './payments/payments.ts'
import { makeWebhookDeliveries } from './payments/webhook-deliveries.ts'
import { mountStripeWebhook } from './payments/webhook-routes.ts'
import type { PracticeServices } from './practice/index.ts'
import { getSigningKey } from './schools/tool-keys.ts'
import { mountScreens } from './screens/screens.ts'
import { findPrograms } from './signs/clips/ffmpeg/find-programs.ts'
import { isFfmpegReady } from './signs/clips/ffmpeg/programs.ts'
import { listRecordedHelp } from './signs/clips/help-clips.ts'
import { mountMedia } from './signs/clips/routes.ts'
import { mountDictionaryCalls } from './signs/routes.ts'
import { type Content, fillFacts } from './signs/rules/content.ts'

/** Everything that a running server has. */
export type App = context.App
/** The part of it that a function needs. */
export type Needs<K extends keyof App> = context.Needs<K>

/** Adapters to the services outside. */
type Gateways = Pick<App, 'canvas' | 'mail' | 'sms' | 'captcha' | 'video' | 'clipStorage'> & {
  card: (context.Card & { settings: CardSettings }) | null
}

interface AppOptions {
  config: Config & { appSecret: string }
  db: Database
  clock: Clock
  log: Log
  content: Content
  gateways: Gateways
  /** Demo mode: the settings, with the practice services in place of absent ones. */
  inUse?: Config
  /** Demo mode: base URL of the practice checkout. */
  practiceCheckout?: string | undefined
  /** Demo mode: the services of the practice LMS. */
  practice?: PracticeServices | null
  /** The built client and its folder. */
  assets: Assets
  clientFolder?: string
  isDatabaseReady(db: Database): Promise<boolean>
}

export interface RunningApp extends App {
  server: FastifyInstance
  metrics: Metrics
  /** Starts the job workers. Optional: a process may only answer requests. */
  startJobs(): Promise<void>
  /** Makes /readyz answer 503, so that proxies send new visitors elsewhere; everything is still answered. */
  drain(): void
  /** Finishes requests and jobs in progress, then closes everything except the database. */
  stop(): Promise<void>
}

/** Time that a stop waits for requests and jobs under way. Longer than a call to an outside service may take. */
const STOP_MS = 10_000
/** Another process may publish a clip of signed help. */
const HELP_MS = 60_000

/** Says which addresses of outsiders may be private: in a demo that others can reach, the practice services. */
const makeIsOwn = ({ config: { demo, host, publicUrl }, practice }: AppOptions): IsOwn => {
  if (!demo) return () => false
  if (isLoopback(host) && isLoopback(new URL(publicUrl).hostname)) return isOwnOfMachine
  const own = practice ? [practice.lms, practice.outcomes, publicUrl].map(address => new URL(address).origin) : []
  return url => own.includes(url.origin)
}

/** Makes everything that a running server has: settings, adapters, secrets, and what it remembers while it runs. */
const makeApp = (options: AppOptions, onLaunch: (line: DiaryLine) => void) => {
  const { config, db, clock, log, content, gateways, inUse = config, isDatabaseReady } = options
  const { appSecret, previousAppSecret, businessTimezone: timezone, publicUrl, live, dataDir, demo } = config
  const appSecrets = { appSecret, previousAppSecret }
  const isOwn = makeIsOwn(options)
  const secrets = makeVault(appSecrets, 'consumer secret')
  const jobs = makeJobs(db, log, timezone)
  const signedHelp = makeSignedHelp(clipsToShow(content.help ?? [], demo), () => listRecordedHelp(db))
  const lmsClient = makeHttpClient({ service: 'lms', ...KEYS_LIMITS, orOwn: isOwn })
  const outbound = makeHttpClient({ service: 'lms', orOwn: isOwn })
  const app: App = {
    ...{ db, clock, jobs, log, config: inUse, publicUrl, timezone, live },
    ...gateways,
    supportEmail: config.support.email,
    hostedConsumerPrefix: config.hostedConsumerPrefix,
    termsVersion: content.terms.version,
    migrationPollSeconds: config.migrationPollSeconds,
    disputeTakesAccess: gateways.card?.settings.disputeTakesAccess ?? false,
    retention: config.retention,
    clipsFolder: join(dataDir, 'clips-work'),
    chat: makeChat(config.chat),
    ffmpeg: findPrograms({ packages: demo }),
    secrets,
    vault: makeVault(appSecrets, 'waiting'),
    flashVault: makeVault(appSecrets, 'flash'),
    keyVault: makeVault(appSecrets, 'tool keys'),
    seatLinks: makeSigner(appSecrets, 'seat link'),
    codeLinks: makeSigner(appSecrets, 'code link'),
    accessTokens: makeAccessTokens(appSecret),
    fingerprint: makeFingerprint(appSecret),
    limitHash: makeLimitHash(appSecret),
    signedHelp,
    pages: makeSitePages(options, signedHelp),
    diary: makeDiary(db, log, onLaunch),
    lmsClient,
    schoolSecrets: makeSchoolSecrets(db, secrets, clock),
    platformKeys: makePlatformKeys(lmsClient, clock),
    noticeCache: { read: null },
    priceBackoff: { retryAt: 0 },
    rosterCache: new Map(),
    codeTurns: makeCodeTurns(db),
    deliveries: makeWebhookDeliveries(db, clock, log),
    redemptions: makeEventCounts<'outcome'>(),
    clipWork: new AbortController(),
    lms: {
      school: makeSchoolClient({ db, clock, vault: secrets, outbound }),
      platform: makePlatformClient({ db, clock, outbound }, platform => getSigningKey(app, platform)),
    },
    canvasPoller: makePoller(
      {
        work: () => pollCanvasCourse(app),
        next: () => nextCanvasPoll(app),
        now: () => clock.now(),
        longestMs: config.migrationPollSeconds * 1000,
      },
      log,
    ),
    checkPrice: (priceId: string) => checkPrice(app, priceId),
    addressFault: (address: string) => addressFault(address, isOwn),
    isOwn,
    isDatabaseReady,
  }
  return { app, jobs }
}

/** Composition root: creates and mounts every part of the application. */
export const buildApp = async (options: AppOptions): Promise<RunningApp> => {
  const { config, gateways } = options
  const content = fillFacts(options.content, { retention: config.retention, supportEmail: config.support.email })
  let metrics = noMetrics
  const { app, jobs } = makeApp({ ...options, content }, line => metrics.launch(line.version, line.outcome))
  const { db, log, diary } = app
  const guard = makeStaffGuard(
    {
      findStaffSession: by => findStaffSession(app, by),
      signOut: (session, where) => signOut(app, session, where),
      checkServiceKey: key => checkServiceKey(app, key),
    },
    app.publicUrl,
  )

  let isDraining = false
  const isReady = async () => (await app.isDatabaseReady(db)) && !isDraining
  const server = await makeServer({ log, trustProxy: config.trustProxy, requestId: mintRequestId })
  const closeServer = makeCloseServer(server)
  metrics = await mountAppMetrics(server, app)
  addCommonHeaders(server, config.publicUrl.startsWith('https:'))
  answerUnknownAddresses(server, guard)
  mountHealth(server, isReady)
  mountSecurityTxt(server, app)
  await allowCompression(server)
  if (options.clientFolder) await mountBuiltFiles(server, join(options.clientFolder, 'assets'))
  mountMedia(server, app, guard)
  const parts = { options, app, guard, content }
  await server.register(async scope => mountCalls(scope, parts))
  await server.register(async scope => {
    await mountPages(scope, parts)
    mountLti(scope, app)
  })
  await server.register(async scope => {
    answerErrorsAsJson(scope)
    mountStripeWebhook(scope, app)
  })

  let helpTimer: NodeJS.Timeout | undefined
  const readHelp = () => app.signedHelp.refresh().catch(err => log.warn({ err }, 'signed help was not read'))
  return Object.assign(app, {
    server,
    metrics,
    async startJobs() {
      await jobs.start(jobHandlers(app), {
        outside: config.outside,
        canRun: async name => name !== 'process-clip' || isFfmpegReady(app),
      })
      if (gateways.canvas) app.canvasPoller.start()
      await readHelp()
      helpTimer = setInterval(readHelp, HELP_MS)
    },
    drain() {
      isDraining = true
    },
    async stop() {
      app.clipWork.abort()
      clearInterval(helpTimer)
      // Jobs that the last requests send are left to other processes, or to the next start.
      const [isCut] = await Promise.all([closeServer(STOP_MS), jobs.stop(STOP_MS), app.canvasPoller.stop(STOP_MS)])
      if (isCut) log.warn('closing connections with unfinished requests')
      await diary.flush()
      await saveOutsideTimes(app).catch(err => log.warn({ err }, 'answer times were not saved'))
      await saveSeen(app).catch(err => log.warn({ err }, 'views of signed help were not saved'))
      await app.deliveries.save().catch(err => log.warn({ err }, 'refused webhooks were not counted'))
    },
  })
}

/** Makes the renderer of all pages, with the facts of this site and the policy of its vendors. */
const makeSitePages = ({ config, gateways, assets }: AppOptions, help: SignedHelp): Pages => {
  const { publicUrl, demo, outside, live, businessTimezone: timezone, premiumDomain, support } = config
  const site = { publicUrl, demo, live, isCopy: !outside, version: about.version, timezone, premiumDomain, support }
  const policy = {
    origins: gateways.card?.settings.checkoutOrigins ?? [],
    outside: { captcha: captchaSources(config.captcha), chat: chatSources(config.chat) },
    videoHosts: config.videoHosts,
    demo: config.demo,
  }
  return makePages(assets, site, policy, { screens, help })
}

const mountAppMetrics = async (
  server: FastifyInstance,
  app: Needs<'config' | 'db' | 'deliveries' | 'redemptions'>,
): Promise<Metrics> => {
  const { config, db, deliveries, redemptions } = app
  if (!config.metricsToken) return noMetrics
  return mountMetrics(server, {
    token: config.metricsToken,
    version: about.version,
    db,
    launches: { versions: LTI_VERSIONS, good: ACCEPTED_OUTCOMES },
    listRedemptions: redemptions.list,
    listWebhooks: deliveries.list,
    readings: {
      lastCardEvent: () => findLastEventAt(db),
      disks: () => readDisks(config),
      certificateEnd: config.outside ? makeCertificateReader(config.publicUrl) : async () => null,
    },
  })
}

interface Mounted {
  options: AppOptions
  app: App
  guard: StaffGuard
  content: Content
}

const mountCalls = async (plain: FastifyInstance, { options, app, guard }: Mounted): Promise<void> => {
  answerErrorsAsJson(plain)
  forbidStoring(plain)
  const scope = withContracts(plain)
  await describeCalls(scope, app.publicUrl)
  mountPing(scope)
  mountOwnAccessCalls(scope, app)
  mountRedeemCalls(scope, app)
  mountSignUpCalls(scope, app)
  mountAuthCalls(scope, app, guard)
  await scope.register(async staff => mountStaffApi(withContracts(staff), app, guard))
  mountDictionaryCalls(scope, app)
  await plain.register(async reference => {
    answerErrorsAsPages(reference, app.pages, token => findVisitor(app, token))
    await mountApiReference(reference, guard, options.clientFolder && join(options.clientFolder, 'swagger-ui'))
  })
}

const mountPages = async (scope: FastifyInstance, { options, app, guard, content }: Mounted): Promise<void> => {
  answerErrorsAsPages(scope, app.pages, token => findVisitor(app, token))
  // Pages and launches accept forms only: a launch signature covers a form body (RFC 5849 §3.4.1.3.1).
  scope.removeContentTypeParser('application/json')
  scope.get(paths.root, async (_request, reply) => reply.redirect(paths.home, 302))
  const practice = options.config.demo ? await import('./practice/index.ts') : null
  const demo = practice?.makeDemoScreens(scope, app, options.practice ?? null) ?? []
  mountScreens(scope, [...screens, ...demo], { app, content, guard })
  mountSignOut(scope, guard)
  mountDismiss(scope, app.publicUrl.startsWith('https:'))
  if (options.practiceCheckout) practice?.mountPracticeCheckout(scope, options.practiceCheckout)
  if (options.practice) practice?.mountPracticePlatform(scope, options.practice.lms)
}
