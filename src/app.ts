import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Assets } from '#views/document.ts'
import { screens } from '#views/index.ts'
import { paths } from '#views/paths.ts'
import about from '../package.json' with { type: 'json' }
import type { CardSettings, Config } from './config.ts'
import { findLastBackup } from './core/backup/find-last-backup.ts'
import type { Clock } from './core/clock.ts'
import { makeVault, mintRequestId, type Vault } from './core/crypto.ts'
import type { Database } from './core/db/db.ts'
import { countJobs, listJobWaits } from './core/jobs/job-counts.ts'
import type { Log } from './core/log.ts'
import { makeHttpClient } from './core/outbound/outbound.ts'
import { outsideCalls } from './core/outbound/outside-calls.ts'
import { describeCalls, mountApiReference } from './http/api-reference.ts'
import { mountBuiltFiles } from './http/built-files.ts'
import { makeCloseServer } from './http/connections.ts'
import { answerErrorsAsJson, answerErrorsAsPages, answerUnknownAddresses } from './http/errors.ts'
import { mountHealth } from './http/health.ts'
import { forbidStoring, withContracts } from './http/json-calls.ts'
import { type Metrics, mountMetrics, noMetrics } from './http/metrics.ts'
import { makePages, type Pages } from './http/pages.ts'
import { mountScreens } from './http/screens.ts'
import { addCommonHeaders } from './http/security-headers.ts'
import { mountSecurityTxt } from './http/security-txt.ts'
import { makeServer } from './http/server.ts'
import { mountDismiss } from './http/site-notice.ts'
import { makeStaffGuard, mountSignOut, type StaffGuard } from './http/staff-guard.ts'
import { type Gateways, jobHandlers, type Modules, makeModules } from './modules.ts'
import type { PracticeAddresses } from './practice/index.ts'
import { clipsToShow } from './signed-help/rules/help-clip.ts'
import type { Content } from './signs/rules/content.ts'
import { fillFacts } from './signs/rules/fill-facts.ts'
import { saveOutsideTimes } from "./reports/read-reports.ts";
import { findNewestEventAt } from "./payments/list-payments.ts";
import { findVisitor } from "./access/find-visitor.ts";
import { mountEntitlementCalls } from "./access/routes.ts";
import { mountMedia } from "./clips/media-routes.ts";
import { mountRedeemCalls } from "./codes/redeem-routes.ts";
import { KEYS_LIMITS, makePlatformKeys } from "./lti/v1p3/platform-keys.ts";
import { makeDiary } from "./lti/diary.ts";
import { makeSchoolSecrets } from "./lti/school-secrets.ts";
import { mountLti } from "./lti/routes.ts";
import { mountPing } from "./lti/routes/ping.ts";
import { chatSources } from "./messages/chat.ts";
import { mountStripeWebhook } from "./payments/webhook-routes.ts";
import { captchaSources } from "./sign-up/captcha/make-captcha.ts";
import { mountSignUpCalls } from "./sign-up/routes.ts";
import type { SignedHelp } from "./signed-help/signed-help.ts";
import { mountDictionaryCalls } from "./signs/routes.ts";
import { mountAuthCalls } from "./staff/auth-routes.ts";
import { mountStaffApi } from "./staff/mount-staff-api.ts";

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

/**
 * Time that a stop waits for requests under way and, at the same time, for running jobs. Longer than a call to an outside
 * service may take.
 */
const STOP_MS = 10_000

/** Composition root: creates and mounts every part of the application. */
export const buildApp = async (options: AppOptions): Promise<App> => {
  const { config, db, clock, log, gateways, inUse = config, isDatabaseReady } = options
  const content = fillFacts(options.content, { retention: config.retention, supportEmail: config.support.email })
  const termsVersion = content.terms.version
  const helpClips = clipsToShow(content.help ?? [], config.demo)
  const secrets = makeVault(config, 'consumer secret')
  const publicOnly = !config.demo
  const { modules, jobs } = makeModules({
    ...{ config, db, clock, log, termsVersion, helpClips, gateways, secrets, publicOnly },
    ...{ inUse, isDatabaseReady },
  })
  const guard = makeStaffGuard(modules.staff, config.publicUrl)
  const pages = makeSitePages(options, modules.signedHelp)

  let isDraining = false
  const isReady = async () => !isDraining && (await isDatabaseReady(db))
  const server = await makeServer({ log, trustProxy: config.trustProxy, requestId: mintRequestId })
  const closeServer = makeCloseServer(server)
  const metrics = await mountAppMetrics(server, options, modules)
  const diary = makeDiary(db, log, line => metrics.launch(line.version, line.outcome))
  const secure = config.publicUrl.startsWith('https:')
  addCommonHeaders(server, secure)
  answerUnknownAddresses(server, guard)
  mountHealth(server, isReady)
  mountSecurityTxt(server, { publicUrl: config.publicUrl, supportEmail: config.support.email, clock })
  if (options.clientFolder) await mountBuiltFiles(server, join(options.clientFolder, 'assets'))
  mountMedia(server, { clips: modules.clips, guard })
  await server.register(async scope => mountCalls(scope, { options, modules, guard, secure, pages }))
  await server.register(async scope => {
    await mountPages(scope, { options, modules, guard, secure, secrets, pages, content })
    const outbound = makeHttpClient({ service: 'lms', ...KEYS_LIMITS, publicOnly })
    const { publicUrl, businessTimezone: timezone, demo } = config
    mountLti(scope, {
      ...{ db, clock, lti: modules.lti, schools: modules.schools, pages, diary, publicUrl, timezone, demo, outbound },
      secrets: makeSchoolSecrets(db, secrets, clock),
      platformKeys: makePlatformKeys(outbound, clock),
    })
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
      modules.clips.stop()
      // Jobs that the last requests send are left to other processes, or to the next start.
      const [isCut] = await Promise.all([closeServer(STOP_MS), jobs.stop(STOP_MS), modules.canvas.poller.stop(STOP_MS)])
      if (isCut) log.warn('closing connections with unfinished requests')
      await diary.flush()
      await saveOutsideTimes(app).catch(err => log.warn({ err }, 'answer times were not saved'))
      await modules.signedHelp.saveSeen().catch(err => log.warn({ err }, 'views of signed help were not saved'))
    },
  }
}

/** Makes the renderer of all pages, with the facts of this site and the policy of its vendors. */
const makeSitePages = ({ config, gateways, assets }: AppOptions, help: SignedHelp): Pages => {
  const { publicUrl, demo, live, businessTimezone: timezone, premiumDomain, support } = config
  const site = { publicUrl, demo, live, version: about.version, timezone, premiumDomain, support }
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
  { config, db }: AppOptions,
  { payments, codes }: Modules,
): Promise<Metrics> =>
  config.metricsToken
    ? mountMetrics(server, {
        token: config.metricsToken,
        version: about.version,
        pool: () => ({ total: db.client.totalCount, idle: db.client.idleCount, waiting: db.client.waitingCount }),
        countJobs: () => countJobs(db),
        listJobWaits: () => listJobWaits(db),
        findLastBackup: () => findLastBackup(db),
        findLastEventAt: (...given: Rest<typeof findNewestEventAt>) => findNewestEventAt(app, ...given),
        listRedemptions: codes.listRedemptions,
        listOutsideCalls: outsideCalls.list,
      })
    : noMetrics

interface Mounted {
  options: AppOptions
  modules: Modules
  guard: StaffGuard
  pages: Pages
  /** The public URL is https. */
  secure: boolean
}

/** Mounts the JSON calls, and the page that describes them. */
const mountCalls = async (
  plain: FastifyInstance,
  { options: { config, clock, clientFolder }, modules, guard, secure, pages }: Mounted,
): Promise<void> => {
  const { signUp, courses, codes, signs, access, signedHelp } = modules
  const { businessTimezone: timezone, live } = config
  answerErrorsAsJson(plain)
  forbidStoring(plain)
  const scope = withContracts(plain)
  await describeCalls(scope, config.publicUrl)
  mountPing(scope)
  mountEntitlementCalls(scope, modules)
  mountRedeemCalls(scope, { codes, clock, signedHelp })
  mountSignUpCalls(scope, { signUp, courses, codes, clock, live, secure, signedHelp })
  mountAuthCalls(scope, { staff: modules.staff, clock, guard })
  await scope.register(async staff => mountStaffApi(withContracts(staff), { ...modules, clock, guard, timezone }))
  mountDictionaryCalls(scope, { signs, access, supportEmail: config.support.email })
  await plain.register(async reference => {
    answerErrorsAsPages(reference, pages, (...given: Rest<typeof findVisitor>) => findVisitor(app, ...given))
    await mountApiReference(reference, guard, clientFolder && join(clientFolder, 'swagger-ui'))
  })
}

interface PageParts extends Mounted {
  secrets: Vault
  content: Content
}

const mountPages = async (
  scope: FastifyInstance,
  { options, modules, guard, secure, secrets, pages, content }: PageParts,
): Promise<void> => {
  const { config, db, clock, log } = options
  answerErrorsAsPages(scope, pages, (...given: Rest<typeof findVisitor>) => findVisitor(app, ...given))
  // Pages and launches accept forms only: a launch signature covers a form body (RFC 5849 §3.4.1.3.1).
  scope.removeContentTypeParser('application/json')
  scope.get(paths.root, async (_request, reply) => reply.redirect(paths.home, 302))
  const practice = config.demo ? await import('./practice/index.ts') : null
  const demo =
    practice?.makeDemoScreens(scope, {
      ...{ db, log, clock },
      reports: modules.reports,
      vault: secrets,
      publicUrl: config.publicUrl,
      outbox: join(config.dataDir, 'outbox'),
      services: options.practice ? practice.makePracticeServices(options.practice, modules) : null,
    }) ?? []
  mountScreens(scope, [...screens, ...demo], { modules, content, clock, pages, guard })
  mountSignOut(scope, guard, modules.staff)
  mountDismiss(scope, secure)
  if (options.practiceCheckout) practice?.mountPracticeCheckout(scope, options.practiceCheckout)
  if (options.practice) practice?.mountPracticePlatform(scope, options.practice.lms)
}
