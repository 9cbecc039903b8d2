import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeCaptchaGateway } from './accounts/captcha-gateway.ts'
import { addStaff } from './accounts/staff.ts'
import { buildApp, type RunningApp } from './app.ts'
import { connectCanvas } from './canvas/gateway/gateway.ts'
import type { Config } from './config.ts'
import { systemClock } from './core/clock.ts'
import { makeVault } from './core/crypto.ts'
import type { Database } from './core/db/db.ts'
import { isSchemaLater, makeReadinessCheck, migrateDatabase } from './core/db/migrations.ts'
import { whenWritable } from './core/db/transactions.ts'
import { ALL_QUEUES } from './core/jobs/kinds.ts'
import { prepareJobs } from './core/jobs/queue.ts'
import { type Log, makeLog } from './core/log.ts'
import { closeOutside } from './core/outbound.ts'
import { recordSecrets } from './desk/seen-secrets.ts'
import { hostWarnings, startWarnings } from './desk/setup.ts'
import { loadAssets } from './http/pages.ts'
import { makeMailGateway } from './messages/mail.ts'
import { makeSmsGateway } from './messages/sms.ts'
import { makeStripeGateway } from './payments/stripe/gateway.ts'
import { checkAppSecret } from './schools/consumers.ts'
import { isFfmpegReady } from './signs/clips/ffmpeg/programs.ts'
import { makeClipStorage } from './signs/clips/storage.ts'
import type { StoreFile } from './signs/content/folder.ts'
import { prepareContent } from './signs/content/prepare-content.ts'
import { makeSproutVideo } from './signs/video-host.ts'

interface ServeOptions {
  config: Config & { appSecret: string }
  root: string
  migrationsFolder: string
  clientFolder: string
  open(config: Config, log: Log): Promise<Database>
}

/** After this time the process exits with 1. A stop takes ten seconds, and then closes the database. */
const EXIT_MS = 12_000
const CLOSE_MS = 500
const NO_FFMPEG =
  'Clips of signs are left to other processes: ffmpeg is missing here (apt-get install ffmpeg), or the folder of clips cannot be written.'

/** Migrates, listens and runs jobs. On SIGTERM or SIGINT it drains, finishes the work under way and exits with 0. */
export const serveUntilStopped = async (options: ServeOptions): Promise<void> => {
  const { config } = options
  const log = makeLog(config.logLevel)
  // Promises that nobody awaited. pg-boss does not await the end of its own scheduling jobs, so a lost database would end
  // the process here; the job times out and runs again. Any other is a bug to fix.
  process.on('unhandledRejection', err => log.error({ err }, 'unhandled rejection'))
  const db = await options.open(config, log)
  try {
    const starting = start(options, log, db)
    stopOnSignal(starting, { db, log, drainMs: config.drainSeconds * 1000 })
    const { metrics } = await starting
    process.on('unhandledRejection', () => metrics.unhandledRejection())
  } catch (error) {
    await db.close()
    throw error
  }
}

const start = async (options: Omit<ServeOptions, 'open'>, log: Log, db: Database): Promise<RunningApp> => {
  const { config, root, migrationsFolder, clientFolder } = options
  const isDatabaseReady = makeReadinessCheck(migrationsFolder, ALL_QUEUES)
  if (!config.outside) closeOutside()
  const practice = config.demo ? await import('./practice/index.ts') : null
  const clipStorage = makeClipStorage(config.clips)
  const content = await whenWritable(db, log, async () => {
    // Most starts find all in place; a database that cannot be asked says why when it is to be migrated.
    if (!(await isDatabaseReady(db).catch(() => false))) await migrateDatabase(db, migrationsFolder, prepareJobs)
    await checkAppSecret(db, config)
    await recordSecrets(db, config, systemClock.now())
    await practice?.requireDemoDatabase(db)
    const { videoHosts } = config
    const store: StoreFile = (name, file) =>
      clipStorage
        .put(name, file)
        .catch(err => log.warn({ name, reason: err.message }, 'a file of signed help was not stored'))
    const now = systemClock.now()
    const content = await prepareContent(db, { folder: join(root, 'content'), videoHosts, now, store })
    const vault = makeVault(config, 'consumer secret')
    await practice?.seedDemo(db, vault, config.businessTimezone, now)
    for (const email of config.staffEmails) await addStaff(db, { email, role: 'manager' }, now)
    return content
  })
  const isLater = await isSchemaLater(db, migrationsFolder)
  for (const warning of [...(await hostWarnings(db, config, isLater)), ...(await startWarnings(db, config))])
    log.warn(warning)
  const outbox = join(config.dataDir, 'outbox')
  const emulators = (await practice?.startEmulators(practiceNeeds(config))) ?? null
  const video = config.sproutvideo ?? emulators?.video
  if (emulators) await practice?.seedDemoPlatform(db, emulators.lms)
  const settings = config.card ?? emulators?.stripe?.settings
  const canvas = config.canvas ?? emulators?.canvas
  const testClips = { db, storage: clipStorage, folder: join(clientFolder, 'assets') }
  await practice?.seedTestClips({ ...testClips, timezone: config.businessTimezone, now: systemClock.now() })
  const app = await buildApp({
    config,
    db,
    clock: systemClock,
    log,
    content,
    gateways: {
      canvas: canvas ? connectCanvas(canvas) : null,
      mail: makeMailGateway(config.mail, outbox, log),
      sms: makeSmsGateway(config.twilio, outbox, log),
      captcha: makeCaptchaGateway(config.captcha, {
        appSecret: config.appSecret,
        hostname: new URL(config.publicUrl).hostname,
      }),
      video: video ? makeSproutVideo(video) : null,
      clipStorage,
      card: settings ? { settings, gateway: makeStripeGateway(settings) } : null,
    },
    inUse: { ...config, card: settings ?? null, canvas: canvas ?? null, sproutvideo: video },
    practiceCheckout: emulators?.stripe?.base,
    practice: emulators?.practice ?? null,
    assets: loadAssets(clientFolder),
    clientFolder,
    isDatabaseReady,
  })
  await app.server.listen({ port: config.port, host: config.host }).catch(async error => {
    await app.stop()
    throw error
  })
  const address = app.server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  log.info({ port, database: db.kind, demo: config.demo, outside: config.outside }, 'listening')
  isFfmpegReady(app).then(isReady => isReady || log.warn(NO_FFMPEG))
  if (config.demo) process.stdout.write(`\n  Signbook is running. Open ${config.publicUrl}/demo\n\n`)
  app.startJobs().then(
    () => log.info('working'),
    err => {
      log.error({ err }, 'the job queue did not start')
      process.exit(1)
    },
  )
  return {
    ...app,
    async stop() {
      await app.stop()
      await emulators?.close()
    },
  }
}

/** Returns the address at which this machine reaches a server that listens there. */
export const localAddress = (host: string, port: number): string => {
  const named = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`
}

/** Returns the outside services without settings, which demo mode emulates on this machine. */
const practiceNeeds = ({ publicUrl, host, port, card, sproutvideo, canvas }: Config) => ({
  publicUrl,
  own: localAddress(host, port),
  needs: { stripe: card === null, video: sproutvideo === undefined, canvas: canvas === null },
})

/** A signal during the start stops the server once it has started, and `drainMs` after proxies could notice. */
const stopOnSignal = (
  starting: Promise<RunningApp>,
  { db, log, drainMs }: { db: Database; log: Log; drainMs: number },
): void => {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), drainMs + EXIT_MS).unref()
    const app = await starting.catch(() => null)
    // A failed start closes the database and reports its error itself.
    if (!app) return
    app.drain()
    await wait(drainMs)
    await app.stop()
    // A statement of a request that was cut may still wait for a lock. The database rolls it back when the process ends.
    await Promise.race([db.close(), wait(CLOSE_MS)])
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}
