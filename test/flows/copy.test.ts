import t from 'tap'
import { parseConfig } from '#src/config.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import { until } from '../support/until.ts'

const production = {
  ...{ DEMO: 'off', PUBLIC_URL: 'https://signbook.example', MAIL_FROM: 'a@b.example', APP_SECRET: 's'.repeat(40) },
  ...{ DATABASE_URL: 'postgres://u:p@h/n', SMTP_URL: 'smtp://u:p@mail.example', STRIPE_SECRET_KEY: 'sk_test_x' },
  ...{ STRIPE_WEBHOOK_SECRET: 'whsec_x', CANVAS_API_URL: 'https://canvas.example', CANVAS_API_TOKEN: 'x' },
  ...{ CANVAS_ACCOUNT_ID: '1', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+14155550100' },
  ...{ SPROUTVIDEO_API_KEYS: '1=k', CHAT_PROVIDER: 'chatwoot', CHAT_BASE_URL: 'https://chat.example' },
  ...{ CHAT_WEBSITE_TOKEN: 'x', CHAT_HMAC_TOKEN: 'x', CAPTCHA_PROVIDER: 'recaptcha', RECAPTCHA_SITE_KEY: 'k' },
  ...{ RECAPTCHA_SECRET: 'x', CLIPS_S3_ENDPOINT: 'https://s3.example', CLIPS_S3_BUCKET: 'clips', CLIPS_S3_REGION: 'x' },
  ...{ CLIPS_S3_KEY: 'x', CLIPS_S3_SECRET: 'x' },
}

t.test('with OUTSIDE=off no outside service has settings', t => {
  const config = parseConfig({ ...production, OUTSIDE: 'off' })
  t.match(config, { outside: false, card: null, canvas: null, chat: null, captcha: { provider: 'altcha' } })
  t.match(config, {
    twilio: undefined,
    sproutvideo: undefined,
    mail: { smtpUrl: undefined },
    clips: { folder: String },
  })
  t.match(parseConfig(production), { outside: true, card: {}, canvas: {}, chat: {}, twilio: {}, clips: { s3: {} } })
  t.throws(() => parseConfig({ ...production, OUTSIDE: 'off', CANVAS_API_TOKEN: '' }), /CANVAS_API_TOKEN/)
  for (const DEMO of ['on', '']) t.throws(() => parseConfig({ DEMO, OUTSIDE: 'off' }), /OUTSIDE: leave it empty/)
  t.end()
})

t.test('a copy opens launches, writes its mail, leaves other jobs alone, and every page says what it is', async t => {
  const env = { DEMO: 'off', OUTSIDE: 'off', MAIL_FROM: 'a@b.example', CAPTCHA_PROVIDER: 'altcha' }
  const app = await testApp(t, { env })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  await app.db.client.query(
    `insert into pgboss.job (name, data) select name, '{"name": "x", "attempt": 0, "data": {"targetId": 1, "entitlementId": 1}}'
     from unnest(array['grade', 'canvas-enrollment', 'reconcile', 'daily', 'remove-clip-files']) name`,
  )
  const { token } = await launch(app, school.key, { lis_person_contact_email_primary: 'ana@school.example' })
  await redeem(app, token, await makeCode(app, 'A'))
  await app.startJobs()
  await until('the welcome mail is written', () => app.mails.length > 0)
  const { rows } = await app.db.client.query(
    "select distinct state::text from pgboss.job where name in ('grade', 'canvas-enrollment', 'reconcile', 'daily', 'remove-clip-files')",
  )
  t.strictSame(rows, [{ state: 'created' }])
  t.strictSame((await app.db.client.query('select name from pgboss.schedule')).rows, [])
  const me = await signedIn(app)
  const said = /This is a copy for rehearsal\. Nothing leaves it/
  for (const url of ['/home', '/login', '/dictionary', `/lti/pay?token=${token}`])
    t.match(textOf((await app.server.inject(url)).body), said, url)
  for (const url of ['/today', '/setup']) t.match(textOf((await me.open(url)).body), said, url)
  const { body } = await app.server.inject({ url: '/home', headers: { 'accept-language': 'es' } })
  t.match(textOf(body), /Esta es una copia/)
  t.match((await me.open('/setup')).body, 'data-setup="OUTSIDE"')
  t.notMatch((await me.open('/setup')).body, 'data-setup="Stripe"')
})
