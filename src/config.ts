import { join, resolve } from 'node:path'
import { OperatorError } from './core/rules/operator-error.ts'
import {
  accidentalDemo,
  accidentalDemoProblems,
  findContradictions,
  findDemoFaults,
  isAbsent,
  requiredSettings,
  type Settings,
  settingNames,
  settings,
} from './core/settings.ts'
import type { TwilioSender } from './messages/sms.ts'
import type { ClipStore } from './signs/clips/storage.ts'
import type { SproutSettings } from './signs/video-host.ts'

/** Thrown with all invalid settings, one line each: the name and what is expected. */
export class ConfigError extends OperatorError {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`Invalid settings:\n${problems.map(p => `  ${p}`).join('\n')}`)
    this.problems = problems
  }
}

/** Null without a card provider. Demo mode then uses the practice checkout. */
const cardSettings = (s: Settings) =>
  s.STRIPE_SECRET_KEY
    ? {
        secretKey: s.STRIPE_SECRET_KEY,
        webhookSecrets: s.STRIPE_WEBHOOK_SECRET,
        apiBase: s.STRIPE_API_BASE,
        /** Origins of the provider's pages, for form-action. */
        checkoutOrigins: [s.STRIPE_CHECKOUT_ORIGIN ?? 'https://checkout.stripe.com', s.STRIPE_API_BASE].filter(
          o => o !== undefined,
        ),
        automaticTax: s.STRIPE_AUTOMATIC_TAX === 'on',
        /** True when an open dispute suspends the person's access. */
        disputeTakesAccess: s.STRIPE_DISPUTE_ACCESS === 'take',
      }
    : null
export type CardSettings = NonNullable<ReturnType<typeof cardSettings>>

/** Undefined without Twilio: text messages are then written to the outbox. */
const twilioSettings = (s: Settings) => {
  const sender: TwilioSender | null = s.TWILIO_MESSAGING_SERVICE_SID
    ? { messagingServiceSid: s.TWILIO_MESSAGING_SERVICE_SID }
    : s.TWILIO_FROM
      ? { from: s.TWILIO_FROM }
      : null
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_API_BASE: base } = s
  return accountSid && authToken && sender ? { accountSid, authToken, sender, base } : undefined
}

/** Parses `1=key,7-8=key`: video host accounts and their API keys. */
const sproutKeys = (s: Settings): SproutSettings | undefined =>
  s.SPROUTVIDEO_API_KEYS.length === 0
    ? undefined
    : {
        keys: Object.fromEntries(s.SPROUTVIDEO_API_KEYS.map(pair => pair.split(/=(.*)/, 2))),
        base: s.SPROUTVIDEO_API_BASE,
      }

/** Settings of outside services, which a copy does not use (docs/operations.md, Rehearse). */
const OUTSIDE_SERVICES =
  /^(SMTP_URL|STRIPE_|CANVAS_API_|TWILIO_|SPROUTVIDEO_|CHAT_|CLIPS_S3_|CAPTCHA_PROVIDER|RECAPTCHA_)/

/** A folder, or a bucket of an S3-compatible store. */
const clipStore = (s: Settings): ClipStore =>
  s.CLIPS_S3_ENDPOINT && s.CLIPS_S3_BUCKET && s.CLIPS_S3_REGION && s.CLIPS_S3_KEY && s.CLIPS_S3_SECRET
    ? {
        s3: {
          endpoint: s.CLIPS_S3_ENDPOINT,
          bucket: s.CLIPS_S3_BUCKET,
          region: s.CLIPS_S3_REGION,
          key: s.CLIPS_S3_KEY,
          secret: s.CLIPS_S3_SECRET,
        },
      }
    : { folder: resolve(s.CLIPS_DIR ?? join(s.DATA_DIR, 'clips')) }

type Environment = Record<string, string | undefined>

/** Parses the environment into one frozen object. A blank value counts as absent. Throws ConfigError with every problem. */
export const parseConfig = (env: Environment) => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const issues = settings.safeParse(given).error?.issues ?? []
  // Parses again without the invalid values, so that missing settings are reported too.
  const wrong = new Set(issues.map(i => i.path[0]))
  const valid = Object.entries(given).filter(([name]) => !wrong.has(name))
  const s = settings.parse(Object.fromEntries(valid))
  const accident = wrong.has('DATABASE_URL') || wrong.has('DEMO') ? null : accidentalDemo(s, given.NODE_ENV)
  const demo = s.DEMO ? s.DEMO === 'on' : !given.DATABASE_URL && accident === null
  const live = Boolean(s.CANVAS_API_URL && s.CANVAS_API_URL === s.CANVAS_PRODUCTION_URL)
  const problems = [
    ...(accident ? accidentalDemoProblems(accident) : []),
    ...issues.map(i => `${i.path.join('.')}: ${i.message}`),
    ...requiredSettings(s, demo).flatMap(([name, why]) =>
      !wrong.has(name) && isAbsent(s[name]) ? [`${name}: needed ${why}`] : [],
    ),
    ...(demo ? findDemoFaults(s) : []),
    ...findContradictions(s, demo, live),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  const used = valid.filter(([name]) => s.OUTSIDE === 'on' || !OUTSIDE_SERVICES.test(name))
  return configOf(settings.parse(Object.fromEntries(used)), { env, given, demo, live })
}

export type Config = ReturnType<typeof parseConfig>

interface Parsed {
  env: Environment
  /** The settings that have a value. */
  given: Environment
  demo: boolean
  live: boolean
}

const configOf = (s: Settings, { env, given, demo, live }: Parsed) =>
  Object.freeze({
    /** Names of the settings that have a value. */
    given: settingNames.filter(name => name in given),
    port: s.PORT,
    host: s.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: s.PUBLIC_URL ?? `http://localhost:${s.PORT}`,
    trustProxy: s.TRUST_PROXY ?? false,
    databaseUrl: s.DATABASE_URL,
    databasePool: s.DATABASE_POOL,
    dataDir: resolve(s.DATA_DIR),
    /** PATH, to find the programs of PostgreSQL; not a setting of ours. */
    programPath: env.PATH,
    appSecret: s.APP_SECRET,
    previousAppSecret: s.APP_SECRET_PREVIOUS,
    demo,
    /** False in a copy of production: no outside service is called, and jobs that would are left alone. */
    outside: s.OUTSIDE === 'on',
    live,
    hostedConsumerPrefix: s.HOSTED_CONSUMER_PREFIX,
    canvas: s.CANVAS_API_URL
      ? { origin: s.CANVAS_API_URL, token: s.CANVAS_API_TOKEN ?? '', accountId: s.CANVAS_ACCOUNT_ID ?? '' }
      : null,
    migrationPollSeconds: s.MIGRATION_POLL_SECONDS,
    businessTimezone: s.BUSINESS_TIMEZONE,
    videoHosts: s.VIDEO_HOSTS,
    clips: clipStore(s),
    logLevel: s.LOG_LEVEL,
    metricsToken: s.METRICS_TOKEN,
    retention: s.RETENTION_DAYS,
    drainSeconds: s.DRAIN_SECONDS ?? (demo ? 0 : 5),
    premiumDomain: s.PREMIUM_CANVAS_DOMAIN,
    sproutvideo: sproutKeys(s),
    staffEmails: s.STAFF_EMAILS.map(e => e.toLowerCase()),
    twilio: twilioSettings(s),
    /** Null without a chat provider. Pages then only have the help form. */
    chat:
      s.CHAT_PROVIDER === 'chatwoot' && s.CHAT_BASE_URL && s.CHAT_WEBSITE_TOKEN && s.CHAT_HMAC_TOKEN
        ? { baseUrl: s.CHAT_BASE_URL, websiteToken: s.CHAT_WEBSITE_TOKEN, hmacToken: s.CHAT_HMAC_TOKEN }
        : null,
    card: cardSettings(s),
    mail: { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM ?? 'Signbook <no-reply@signbook.example>' },
    captcha: {
      provider: s.CAPTCHA_PROVIDER,
      siteKey: s.RECAPTCHA_SITE_KEY,
      secret: s.RECAPTCHA_SECRET,
      apiBase: s.RECAPTCHA_API_BASE,
    },
    support: supportOf(s, demo),
  })

/** Numbers that nobody has (555-0100 to 0199), so that a demo shows where the real ones go. */
const SAMPLE_NUMBERS = { videophone: '+1 202 555 0123', sms: '+12025550124', isSample: true }

/** Returns how people reach support. In demo mode without numbers, sample numbers that say so. */
const supportOf = (
  { SUPPORT_EMAIL: email, SUPPORT_VIDEOPHONE: videophone, SUPPORT_SMS: sms }: Settings,
  demo: boolean,
) => (demo && !videophone && !sms ? { email, ...SAMPLE_NUMBERS } : { email, videophone, sms, isSample: false })
