import { resolve } from 'node:path'
import t from 'tap'
import { ConfigError, parseConfig } from '#src/config.ts'

const problemsOf = (env: Record<string, string | undefined>): string[] => {
  try {
    parseConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
const namesOf = (env: Record<string, string>) => problemsOf(env).map(p => p.split(':')[0])

/** The minimum for a server with its own database. */
const real = {
  DATABASE_URL: 'postgres://u:p@db:5432/signbook',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://signbook.example',
  MAIL_FROM: 'Signbook <no-reply@signbook.example>',
}

t.test('without settings it is the demo, on this machine only', async t => {
  const config = parseConfig({})
  t.hasStrict(config, {
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    trustProxy: false,
    databaseUrl: undefined,
    dataDir: resolve('.data'),
    appSecret: undefined,
    demo: true,
    live: false,
    hostedConsumerPrefix: 'twa',
    businessTimezone: 'America/Chicago',
    logLevel: 'info',
  })
  t.ok(Object.isFrozen(config))
  for (const empty of ['', '  ', '\t\n'])
    t.strictSame(parseConfig({ PORT: empty, DEMO: empty, APP_SECRET: empty }), config, 'an empty value counts as unset')
})

t.test('with a database URL the demo is off, and it listens on all addresses', async t => {
  t.hasStrict(parseConfig(real), { demo: false, host: '0.0.0.0', publicUrl: 'https://signbook.example' })
  t.hasStrict(parseConfig({ ...real, DEMO: 'on' }), { demo: true, host: '127.0.0.1' })
  t.hasStrict(parseConfig({ ...real, HOST: '10.0.0.1', PORT: '8080' }), { host: '10.0.0.1', port: 8080 })
  t.equal(parseConfig({ PORT: '8080' }).publicUrl, 'http://localhost:8080')
  const { DATABASE_URL: _, ...embedded } = real
  t.hasStrict(parseConfig({ ...embedded, DEMO: 'off' }), { demo: false, databaseUrl: undefined })
})

t.test('lists all missing settings at once', async t => {
  t.strictSame(namesOf({ DATABASE_URL: real.DATABASE_URL }), ['APP_SECRET', 'PUBLIC_URL', 'MAIL_FROM'])
  t.strictSame(namesOf({ DEMO: 'off' }), ['APP_SECRET', 'PUBLIC_URL', 'MAIL_FROM'])
  t.strictSame(namesOf({ CAPTCHA_PROVIDER: 'recaptcha' }), ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'])
  t.strictSame(namesOf({ CHAT_PROVIDER: 'chatwoot' }), ['CHAT_BASE_URL', 'CHAT_WEBSITE_TOKEN', 'CHAT_HMAC_TOKEN'])
  t.strictSame(namesOf({ STRIPE_SECRET_KEY: 'sk_test_x' }), ['STRIPE_WEBHOOK_SECRET'])
  t.strictSame(namesOf({ CANVAS_API_URL: 'https://c.example', CANVAS_API_TOKEN: ' ' }), [
    'CANVAS_API_TOKEN',
    'CANVAS_ACCOUNT_ID',
  ])
  t.strictSame(namesOf({ TWILIO_ACCOUNT_SID: 'x' }), ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'])
  const sms = { TWILIO_ACCOUNT_SID: 'x', TWILIO_AUTH_TOKEN: 'x' }
  const service = { TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}` }
  t.match(problemsOf(sms), [/^TWILIO_FROM: needed .* TWILIO_MESSAGING_SERVICE_SID/])
  t.match(parseConfig({ ...sms, TWILIO_FROM: '+15005550006' }).twilio, { sender: { from: '+15005550006' } })
  t.match(parseConfig({ ...sms, ...service }).twilio, { sender: { messagingServiceSid: /^MG/ } })
  t.strictSame(namesOf({ ...sms, ...service, TWILIO_FROM: '+15005550006' }), ['TWILIO_FROM'], 'one of the two')
  t.strictSame(namesOf({ ...real, CAPTCHA_PROVIDER: 'off' }), ['CAPTCHA_PROVIDER'], 'only the demo can do without')
  t.strictSame(namesOf({ CAPTCHA_PROVIDER: 'off' }), [])
})

const wrong: Record<string, string[]> = {
  PORT: ['abc', '-1', '65536', '1.5', '80a'],
  PUBLIC_URL: ['signbook.example', 'https://signbook.example/path', 'ftp://x', 'https://x?y'],
  DATABASE_URL: [
    'mysql://x',
    'localhost',
    ...['ab/cd', '12/cd', 'a#b', 'a?b', '%ff'].map(p => `postgres://u:${p}@db:5432/x`),
    ...['db%e0%a4/x', 'db/x?port=65536', 'db\\x', 'db:5432\\x'].map(server => `postgres://u:p@${server}`),
  ],
  DATABASE_POOL: ['0', '1', '501', 'ten'],
  TRUST_PROXY: ['yes', '10.0.0', '10.0.0.0/33', '::1/129', '10.0.0.1,', '10.0.0.1/8/8', '10.0.0.0/x', '-1'],
  MAIL_FROM: ['foo', 'Signbook <foo>', 'a@b.example, c@d.example', '<a@b.example'],
  APP_SECRET: ['short'],
  DEMO: ['yes', 'true'],
  VIDEO_HOSTS: ['https://videos.example', 'videos', 'a b.example'],
  STAFF_EMAILS: ['ana@school.example,nobody'],
  SMTP_URL: ['http://x'],
  STRIPE_SECRET_KEY: ['pk_test_x', 'secret'],
  TWILIO_FROM: ['5005550006', 'Signbook'],
  TWILIO_MESSAGING_SERVICE_SID: ['+15005550006', 'MG12', `AC${'0'.repeat(32)}`],
  CANVAS_API_URL: ['https://c.example/api/v1'],
  CAPTCHA_PROVIDER: ['hcaptcha'],
  CHAT_PROVIDER: ['intercom'],
  SUPPORT_EMAIL: ['nobody'],
  METRICS_TOKEN: ['short'],
  LOG_LEVEL: ['loud'],
  BUSINESS_TIMEZONE: ['Texas', 'America/Gotham'],
  MIGRATION_POLL_SECONDS: ['0', 'often'],
}

t.test('names a wrong value and what is expected', async t => {
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const [problem, ...more] = problemsOf({ ...real, [name]: value })
      t.match(problem, new RegExp(`^${name}(\\.\\d+)?: expected `), `${name}=${value}`)
      t.strictSame(more, [], 'and nothing else')
    }
  }
})

t.test('accepts valid values for proxy, sender and database', async t => {
  for (const TRUST_PROXY of ['ON', 'False', '2', '10.0.0.1', '10.0.0.0/8, ::1', 'FD00::/8'])
    t.equal(parseConfig({ ...real, TRUST_PROXY }).trustProxy, TRUST_PROXY.toLowerCase())
  for (const MAIL_FROM of ['a@b.example', 'Signbook <a@b.example>', '"Signbook, Inc." <a@b.example>'])
    t.equal(parseConfig({ ...real, MAIL_FROM }).mail.from, MAIL_FROM)
  for (const DATABASE_URL of [
    'postgres://u:p@/db?host=/run',
    'postgresql:///db?host=/run',
    'postgres://u:a%2Fb%23@h:1/db',
  ])
    t.equal(parseConfig({ ...real, DATABASE_URL }).databaseUrl, DATABASE_URL)
})

t.test('lists wrong and missing settings together', async t => {
  const all = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value ?? '']))
  const named = new Set(namesOf(all).map(name => name?.split('.')[0]))
  for (const name of Object.keys(wrong)) t.ok(named.has(name), name)
  t.strictSame(namesOf({ DEMO: 'off', PORT: 'abc', LOG_LEVEL: 'loud' }).toSorted(), [
    'APP_SECRET',
    'LOG_LEVEL',
    'MAIL_FROM',
    'PORT',
    'PUBLIC_URL',
  ])
  t.strictSame(namesOf({ ...real, APP_SECRET: 'short', PUBLIC_URL: 'x' }).toSorted(), ['APP_SECRET', 'PUBLIC_URL'])
  const error = new ConfigError(['A: expected x', 'B: needed'])
  t.equal(error.message, 'Invalid settings:\n  A: expected x\n  B: needed')
})

t.test('does not repeat a wrong secret', async t => {
  const typed = 'hunter2-hunter2'
  t.notMatch(problemsOf({ DATABASE_URL: 'postgres://u:hunter2/x@db/x' }).join(), 'hunter2')
  for (const name of ['APP_SECRET', 'STRIPE_SECRET_KEY', 'METRICS_TOKEN', 'DATABASE_URL', 'SMTP_URL']) {
    t.notMatch(problemsOf({ [name]: name === 'METRICS_TOKEN' ? 'hunter2' : typed }).join(), 'hunter2', name)
  }
})

t.test('never becomes a demo by accident', async t => {
  for (const env of [
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.0.0.1' },
    { PUBLIC_URL: 'https://signbook.example' },
    { PUBLIC_URL: 'http://192.168.1.5:3000' },
    { SMTP_URL: 'smtp://mail.example' },
    { MAIL_FROM: 'Signbook <no-reply@signbook.example>' },
    { TRUST_PROXY: 'on' },
    { TRUST_PROXY: '10.0.0.0/8', SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'http://localhost:3000' },
  ] as const) {
    const problems = problemsOf({ HOST: '127.0.0.1', ...env })
    t.match(problems[0], /^DATABASE_URL: needed, because /, JSON.stringify(env))
    t.match(problems[1], /^DEMO: /)
    t.ok(
      problems.some(p => p.startsWith('APP_SECRET: needed')),
      'lists what a real start needs',
    )
    t.equal(parseConfig({ ...env, DEMO: 'on' }).demo, true, 'only if it is asked for')
  }
  for (const env of [
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2', NODE_ENV: 'development' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://signbook.localhost' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { PUBLIC_URL: 'http://127.0.0.1:3000', TRUST_PROXY: 'on' },
  ])
    t.equal(parseConfig(env).demo, true, JSON.stringify(env))
})

t.test('the demo takes no real staff and no real money', async t => {
  t.strictSame(namesOf({ STAFF_EMAILS: 'sam@example.com, boss@company.com' }), ['STAFF_EMAILS'])
  t.strictSame(namesOf({ DEMO: 'on', STAFF_EMAILS: 'boss@notexample.com' }), ['STAFF_EMAILS'])
  t.strictSame(problemsOf({ STAFF_EMAILS: 'sam@example.com,Ana@EXAMPLE.com' }), [])
  t.strictSame(problemsOf({ ...real, STAFF_EMAILS: 'boss@company.com' }), [])
  const card = { STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_WEBHOOK_SECRET: 'w', DEMO: 'on' }
  const canvas = { CANVAS_API_TOKEN: 't', CANVAS_ACCOUNT_ID: '1', CANVAS_PRODUCTION_URL: 'https://c.example' }
  const problems = problemsOf({ ...card, ...canvas, CANVAS_API_URL: 'https://c.example' })
  t.match(problems, [/^STRIPE_SECRET_KEY: expected a test key in demo mode/])
})

t.test('live mode and the mode of the card key must match', async t => {
  const canvas = { ...real, CANVAS_API_TOKEN: 't', CANVAS_ACCOUNT_ID: '1', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  const live = { ...canvas, CANVAS_API_URL: 'https://c.example', CANVAS_PRODUCTION_URL: 'https://c.example/' }
  const test = { ...canvas, CANVAS_API_URL: 'https://beta.c.example', CANVAS_PRODUCTION_URL: 'https://c.example' }
  t.equal(parseConfig({ ...live, STRIPE_SECRET_KEY: 'sk_live_x' }).live, true)
  t.equal(parseConfig({ ...live, STRIPE_SECRET_KEY: 'rk_live_x' }).live, true)
  t.equal(parseConfig({ ...test, STRIPE_SECRET_KEY: 'sk_test_x' }).live, false)
  t.match(problemsOf({ ...live, STRIPE_SECRET_KEY: 'sk_test_x' }), [/^STRIPE_SECRET_KEY: expected a live key/])
  t.match(problemsOf({ ...test, STRIPE_SECRET_KEY: 'sk_live_x' }), [/^STRIPE_SECRET_KEY: expected a test key/])
  t.match(
    problemsOf({
      ...real,
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_WEBHOOK_SECRET: 'w',
      CANVAS_PRODUCTION_URL: 'https://c.example',
    }),
    [/^STRIPE_SECRET_KEY: expected a test key/],
    'a production URL alone is not live',
  )
  t.equal(parseConfig({ CANVAS_PRODUCTION_URL: 'https://c.example' }).live, false)
})

t.test('an unknown account of the video host is refused', async t => {
  for (const keys of ['1=key', '6=k,13-15=a=b'])
    t.strictSame(problemsOf({ ...real, SPROUTVIDEO_API_KEYS: keys }), [], keys)
  for (const keys of ['77=x', '7=key', '1=', '0=key', '1=key,19=key'])
    t.strictSame(
      namesOf({ ...real, SPROUTVIDEO_API_KEYS: keys }),
      [`SPROUTVIDEO_API_KEYS.${keys.split(',').length - 1}`],
      keys,
    )
})
