import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeCaptchaGateway } from '#src/accounts/captcha-gateway.ts'
import { type App, buildApp, type RunningApp } from '#src/app.ts'
import type { Canvas } from '#src/canvas/rules/canvas-port.ts'
import { parseConfig } from '#src/config.ts'
import { makeVault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { makeReadinessCheck } from '#src/core/db/migrations.ts'
import { ALL_QUEUES } from '#src/core/jobs/kinds.ts'
import { makeLog } from '#src/core/log.ts'
import type { Mail, MailGateway } from '#src/messages/mail.ts'
import type { Sms, SmsGateway } from '#src/messages/sms.ts'
import { makeStripeGateway } from '#src/payments/stripe/gateway.ts'
import type { PracticeServices } from '#src/practice/index.ts'
import { makeClipStorage } from '#src/signs/clips/storage.ts'
import type { Library } from '#src/signs/rules/content.ts'
import type { VideoHost } from '#src/signs/video-host.ts'
import type { Assets } from '#views/document.ts'
import { type TestClock, testClock } from './clock.ts'
import { sampleContent } from './content.ts'
import { freshDatabase } from './database.ts'
import type { Test } from './test.ts'

export const root = resolve(import.meta.dirname, '../..')
const migrationsFolder = resolve(root, 'migrations')
export const SECRET = 'a secret of the tests, long enough for anyone'
export const consumerVault = makeVault({ appSecret: SECRET }, 'consumer secret')
/** Pages without styles and scripts, for tests that read only HTML. */
const noAssets: Assets = {
  head: '',
  sheet: () => '',
  drawn: { hands: new Map(), picture: () => null },
  page: () => '',
  scripts: views => views.map(v => `<script type="module" src="/assets/${v.island}.js"></script>`).join(''),
}

export interface TestApp extends RunningApp {
  db: Database
  clock: TestClock
  /** Removed when the test ends. */
  dataDir: string
  /** Mails and texts sent so far. */
  mails: Mail[]
  texts: Sms[]
}

interface TestAppOptions {
  db?: Database
  clock?: TestClock
  env?: Record<string, string>
  /** Replaces the mail gateway, which only records. */
  mail?: MailGateway
  canvas?: Canvas
  sms?: SmsGateway
  video?: VideoHost
  /** Receives log lines; without it nothing is logged. */
  log?: { write(line: string): void }
  /** The built client, in place of pages without styles and scripts. */
  assets?: Assets
  clientFolder?: string
  /** Replaces parts of the sample content. */
  content?: Partial<Library>
  /** The services of a practice LMS. */
  practice?: PracticeServices
}

/** Builds the whole app on its own database, with a fixed clock and recorded mail. */
export const testApp = async (t: Test, options: TestAppOptions = {}): Promise<TestApp> => {
  const { clock = testClock(), assets = noAssets, clientFolder } = options
  const db = options.db ?? (await freshDatabase(t))
  const mails: Mail[] = []
  const video = options.video ?? null
  const texts: Sms[] = []
  const sms = options.sms ?? (async (text: Sms) => void texts.push(text))
  const mail =
    options.mail ??
    (async (mail: Mail) => {
      mails.push(mail)
      return 'sent'
    })
  const log = options.log ? makeLog('trace', options.log) : makeLog(process.env.TEST_LOG ?? 'silent')
  const dataDir = mkdtempSync(join(tmpdir(), 'signbook-app-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = parseConfig({
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://localhost:3000',
    DEMO: 'on',
    APP_SECRET: SECRET,
    CAPTCHA_PROVIDER: 'off',
    ...options.env,
  })
  const card = config.card && { settings: config.card, gateway: makeStripeGateway(config.card) }
  const captcha = makeCaptchaGateway(config.captcha, {
    appSecret: SECRET,
    hostname: new URL(config.publicUrl).hostname,
  })
  const clipStorage = makeClipStorage({ folder: join(dataDir, 'clips') })
  const app = await buildApp({
    config: { ...config, appSecret: SECRET },
    db,
    clock,
    log,
    content: { ...(await sampleContent()).library, ...options.content },
    gateways: { mail, sms, captcha, card, video, canvas: options.canvas ?? null, clipStorage },
    assets,
    ...(clientFolder ? { clientFolder } : {}),
    ...(options.practice ? { practice: options.practice } : {}),
    isDatabaseReady: makeReadinessCheck(migrationsFolder, ALL_QUEUES),
  })
  t.teardown(() => app.stop())
  return Object.assign(app, { db, clock, mails, texts, dataDir })
}

/** Makes every use of a part of the app throw, as a fault of ours would. Returns a function that mends it. */
export const breakPart = (app: TestApp, part: keyof App): (() => void) => {
  const value = app[part]
  const broken = () => {
    throw new Error('broken')
  }
  Object.defineProperty(app, part, { get: broken, configurable: true })
  return () => void Object.defineProperty(app, part, { value, writable: true, configurable: true })
}
