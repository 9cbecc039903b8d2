import { isIP, isIPv4 } from 'node:net'
import * as z from 'zod'
import { DEFAULT_RETENTION, parseRetention, retentionKinds } from './rules/retention.ts'

/** Every setting with its type and its dependencies (docs/rules/operations.md). */

const text = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, { error: 'expected one line', abort: true })
const list = text.transform(v =>
  v
    .split(',')
    .map(s => s.trim())
    .filter(Boolean),
)
/** Decodes a part of a database's URL as node-postgres does: a % that encodes nothing is a %. Throws URIError. */
export const decodePart = (part: string): string => decodeURIComponent(part.replace(/%(?![\da-f]{2})/gi, '%25'))

/**
 * Returns a database's host and name, for messages without its password; null when the URL cannot be parsed. As in pg,
 * the host may be in the query, for a socket. An @ after the host means an unencoded / in the password.
 */
export const parseDatabaseAddress = (address: string): { host: string; name: string } | null => {
  const whole = address.replace('@/', '@localhost/')
  if (!URL.canParse(whole)) return null
  const { host, hostname, pathname, searchParams, username, password } = new URL(whole)
  try {
    for (const part of [username, password, hostname, pathname]) decodePart(part)
  } catch {
    return null
  }
  const port = searchParams.get('port') ?? ''
  if (pathname.includes('@') || !/^\d*$/.test(port) || Number(port) > 65_535) return null
  return { host: searchParams.get('host') ?? (host || 'localhost'), name: decodePart(pathname.slice(1)) }
}

const origin = text.transform((v, ctx) => {
  const url = URL.canParse(v) ? new URL(v) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return url.origin
  ctx.addIssue('expected a URL without a path, like https://signbook.example')
  return z.NEVER
})
const host = text.toLowerCase().regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, 'expected a video host, like videos.sproutvideo.com')
/** Account and API key. The accounts are those of src/signs/rules/video-accounts.ts. */
const VIDEO_KEY = /^(?:[1-6]|7-8|9-10|11-12|13-15|16-18)=.+$/
const onOff = z.enum(['on', 'off'], 'expected on or off')
const timezone = text.refine(v => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: v }))
  } catch {
    return false
  }
}, 'expected a time zone like America/Chicago')
const email = z.email('expected an email address')
const sender = text.refine(
  v => email.safeParse(v.match(/^[^<>]*<([^<>]+)>$/)?.[1] ?? v).success,
  'expected an address, or Name <address>',
)
const databaseUrl = text
  .regex(/^postgres(ql)?:\/\//, { error: 'expected postgres://user:password@host:port/name', abort: true })
  .refine(
    v => parseDatabaseAddress(v) !== null,
    'expected postgres://user:password@host:port/name; percent-encode the password (/ is %2F, # is %23)',
  )
/** Returns whether a text is an IP address or network, as proxy-addr parses it. */
const isProxy = (given: string): boolean => {
  const [address = '', bits = '0', ...more] = given.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most
}
const proxies = text
  .toLowerCase()
  .refine(
    v => /^(on|off|true|false|\d+)$/.test(v) || v.split(',').every(each => isProxy(each.trim())),
    'expected on, off, a number of proxies, or a list of proxy addresses',
  )
const whole = (from: number, to: number) => {
  const expected = `expected a whole number from ${from} to ${to}`
  return z.coerce.number(expected).int(expected).min(from, expected).max(to, expected)
}

const retention = text.transform((given, ctx) => {
  const parsed = parseRetention(given)
  if (parsed) return parsed
  ctx.addIssue(`expected kind=days, such as diary=30,help=365; kinds: ${retentionKinds.join(', ')}`)
  return z.NEVER
})

export const settings = z.object({
  PORT: whole(0, 65535).default(3000),
  HOST: text.optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: whole(2, 500).default(10),
  DATA_DIR: text.default('.data'),
  APP_SECRET: z.string().min(32, 'expected at least 32 characters, e.g. from: openssl rand -base64 48').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'expected the APP_SECRET before').optional(),
  DEMO: onOff.optional(),
  OUTSIDE: onOff.default('on'),
  STAFF_EMAILS: list.pipe(z.array(email)).default([]),
  SMTP_URL: text.regex(/^smtps?:\/\//, 'expected smtp://user:password@host:port').optional(),
  MAIL_FROM: sender.optional(),
  STRIPE_SECRET_KEY: text.regex(/^(sk|rk)_(live|test)_/, 'expected sk_live_… or sk_test_…').optional(),
  STRIPE_WEBHOOK_SECRET: list.default([]),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_CHECKOUT_ORIGIN: origin.optional(),
  STRIPE_AUTOMATIC_TAX: onOff.default('off'),
  STRIPE_DISPUTE_ACCESS: z.enum(['keep', 'take'], 'expected keep or take').default('keep'),
  CANVAS_API_URL: origin.optional(),
  CANVAS_API_TOKEN: text.optional(),
  CANVAS_ACCOUNT_ID: text.optional(),
  CANVAS_PRODUCTION_URL: origin.optional(),
  PREMIUM_CANVAS_DOMAIN: text.toLowerCase().optional(),
  HOSTED_CONSUMER_PREFIX: text.min(1).default('twa'),
  CAPTCHA_PROVIDER: z
    .enum(['altcha', 'recaptcha', 'off'], 'expected altcha, recaptcha or (in demo mode) off')
    .default('altcha'),
  RECAPTCHA_SITE_KEY: text.optional(),
  RECAPTCHA_SECRET: text.optional(),
  RECAPTCHA_API_BASE: origin.optional(),
  SPROUTVIDEO_API_KEYS: list
    .pipe(
      z.array(text.regex(VIDEO_KEY, 'expected 1=key to 6=key, 7-8=key, 9-10=key, 11-12=key, 13-15=key or 16-18=key')),
    )
    .default([]),
  SPROUTVIDEO_API_BASE: origin.optional(),
  CLIPS_DIR: text.optional(),
  CLIPS_S3_ENDPOINT: origin.optional(),
  CLIPS_S3_BUCKET: text.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'expected the name of a bucket').optional(),
  CLIPS_S3_REGION: text.regex(/^[a-z\d-]+$/, 'expected a region like us-east-1, or auto').optional(),
  CLIPS_S3_KEY: text.optional(),
  CLIPS_S3_SECRET: text.optional(),
  VIDEO_HOSTS: list.pipe(z.array(host)).default(['videos.sproutvideo.com']),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.regex(/^\+\d{8,15}$/, 'expected a number like +14155550100').optional(),
  TWILIO_MESSAGING_SERVICE_SID: text.regex(/^MG[\da-f]{32}$/, 'expected MG and 32 digits or letters a to f').optional(),
  TWILIO_API_BASE: origin.optional(),
  CHAT_PROVIDER: z.enum(['chatwoot', 'off'], 'expected chatwoot or off').default('off'),
  CHAT_BASE_URL: origin.optional(),
  CHAT_WEBSITE_TOKEN: text.optional(),
  CHAT_HMAC_TOKEN: text.optional(),
  SUPPORT_EMAIL: email.default('support@signbook.example'),
  SUPPORT_VIDEOPHONE: text.optional(),
  SUPPORT_SMS: text.optional(),
  METRICS_TOKEN: text.min(16, 'expected at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'expected trace, debug, info, warn, error or silent')
    .default('info'),
  BUSINESS_TIMEZONE: timezone.default('America/Chicago'),
  RETENTION_DAYS: retention.default(DEFAULT_RETENTION),
  DRAIN_SECONDS: whole(0, 60).optional(),
  MIGRATION_POLL_SECONDS: whole(1, 3600).default(15),
})

/** Names of all settings. A test compares them with .env.example. */
export const settingNames = Object.keys(settings.shape)

export type Settings = z.infer<typeof settings>
type Name = keyof Settings

/** Settings that a setting needs, when it has this value, or any. */
const together: [given: Name, value: string | null, needs: Name[]][] = [
  ['STRIPE_SECRET_KEY', null, ['STRIPE_WEBHOOK_SECRET']],
  ['CANVAS_API_URL', null, ['CANVAS_API_TOKEN', 'CANVAS_ACCOUNT_ID']],
  ['TWILIO_ACCOUNT_SID', null, ['TWILIO_AUTH_TOKEN']],
  ['CLIPS_S3_ENDPOINT', null, ['CLIPS_S3_BUCKET', 'CLIPS_S3_REGION', 'CLIPS_S3_KEY', 'CLIPS_S3_SECRET']],
  ['CAPTCHA_PROVIDER', 'recaptcha', ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET']],
  ['CHAT_PROVIDER', 'chatwoot', ['CHAT_BASE_URL', 'CHAT_WEBSITE_TOKEN', 'CHAT_HMAC_TOKEN']],
]

const outsideTheDemo: [Name, why: string][] = [
  ['APP_SECRET', 'when DEMO is off: at least 32 random characters'],
  ['PUBLIC_URL', 'when DEMO is off: the public URL, like https://signbook.example'],
  ['MAIL_FROM', 'when DEMO is off: the sender of outgoing mail'],
]

const when = <T>(is: unknown, ...lines: T[]): T[] => (is ? lines : [])

export const requiredSettings = (s: Settings, demo: boolean): [Name, why: string][] => [
  ...(demo ? [] : outsideTheDemo),
  ...together.flatMap(([name, value, needs]) => {
    const isNeeded = value === null ? s[name] : s[name] === value
    const why = value === null ? `together with ${name}` : `for ${name}=${value}`
    return isNeeded ? needs.map((need): [Name, string] => [need, why]) : []
  }),
  ...when<[Name, string]>(s.TWILIO_ACCOUNT_SID && !s.TWILIO_MESSAGING_SERVICE_SID, [
    'TWILIO_FROM',
    'together with TWILIO_ACCOUNT_SID, or TWILIO_MESSAGING_SERVICE_SID in its place',
  ]),
]

export const isAbsent = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0)

/** Returns settings that are valid alone but contradict each other. */
export const findContradictions = (s: Settings, demo: boolean, live: boolean): string[] => [
  ...when(!demo && s.CAPTCHA_PROVIDER === 'off', 'CAPTCHA_PROVIDER: off is allowed in demo mode only'),
  ...when(
    demo && s.OUTSIDE === 'off',
    'OUTSIDE: leave it empty in demo mode, which calls its own practice services; a copy of production needs DEMO=off',
  ),
  ...when(
    s.TWILIO_FROM && s.TWILIO_MESSAGING_SERVICE_SID,
    'TWILIO_FROM: leave it empty, because TWILIO_MESSAGING_SERVICE_SID chooses the number',
  ),
  ...when(s.CLIPS_DIR && s.CLIPS_S3_ENDPOINT, 'CLIPS_DIR: leave it empty, because clips are kept at CLIPS_S3_ENDPOINT'),
  ...when(s.CLIPS_S3_BUCKET && !s.CLIPS_S3_ENDPOINT, 'CLIPS_S3_ENDPOINT: needed together with CLIPS_S3_BUCKET'),
  ...when(
    s.STRIPE_SECRET_KEY && live !== isLiveKey(s.STRIPE_SECRET_KEY),
    `STRIPE_SECRET_KEY: expected a ${live ? 'live' : 'test'} key, because CANVAS_API_URL is ${live ? '' : 'not '}the production URL`,
  ),
]

const isLiveKey = (key: string): boolean => /^..?_live_/.test(key)

/** Checks that demo mode never starts with real settings, since its outbox is public (docs/rules/operations.md). */

export const isLoopback = (host: string): boolean =>
  /^(\[?::1\]?|(.+\.)?localhost)$/i.test(host) || (isIPv4(host) && host.startsWith('127.'))

/** Returns why a start that nobody asked to be a demo must not become one; null when it may. */
export const accidentalDemo = (s: Settings, nodeEnv: string | undefined): string | null => {
  if (s.DEMO || s.DATABASE_URL) return null
  if (nodeEnv === 'production') return 'NODE_ENV is production'
  if (s.HOST && !isLoopback(s.HOST)) return 'HOST is not this machine alone'
  if (s.PUBLIC_URL && !isLoopback(new URL(s.PUBLIC_URL).hostname)) return 'PUBLIC_URL is not on this machine'
  const meant = (['SMTP_URL', 'MAIL_FROM'] as const).find(name => s[name])
  // Behind a proxy of this machine it would be public, unless its address says otherwise.
  const real = meant ?? (/^(off|false|0)$/.test(s.TRUST_PROXY ?? 'off') || s.PUBLIC_URL ? null : 'TRUST_PROXY')
  return real && `${real} is for a real start`
}

/** Returns the lines that name what a start needs in place of an accidental demo. */
export const accidentalDemoProblems = (why: string): string[] => [
  `DATABASE_URL: needed, because ${why}; expected postgres://user:password@host:port/name`,
  'DEMO: set it to on only for a public demo, where anyone can read all mail and log in as staff',
]

/** Returns settings that would put real people or real money behind the public outbox. */
export const findDemoFaults = (s: Settings): string[] => [
  ...when(
    !s.STAFF_EMAILS.every(email => /@example\.com$/i.test(email)),
    'STAFF_EMAILS: expected addresses at example.com in demo mode, where anyone can read their codes; or set DEMO=off',
  ),
  ...when(isLiveKey(s.STRIPE_SECRET_KEY ?? ''), 'STRIPE_SECRET_KEY: expected a test key in demo mode; or set DEMO=off'),
]
