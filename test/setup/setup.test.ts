import t from 'tap'
import { rotateConsumerSecret } from '#src/schools/consumers.ts'
import { testApp } from '../support/app.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { makeChatEmulator } from '../support/emulators/chat.ts'
import { dataFolder } from '../support/folder.ts'
import { textOf } from '../support/html.ts'
import { runMain } from '../support/running.ts'
import { makeConsumer } from '../support/school.ts'
import { mailServer } from '../support/smtp.ts'
import { signedIn } from '../support/staff.ts'
import { query } from '../support/template.ts'
import { until } from '../support/until.ts'

t.test('managers see what is set up, others neither the page nor the entry', async t => {
  const app = await testApp(t, { env: { DEMO: 'off', MAIL_FROM: 'a@b.example', CAPTCHA_PROVIDER: 'altcha' } })
  const manager = await signedIn(app)
  const { status, body } = await manager.open('/setup')
  t.equal(status, 200)
  t.match(body, 'href="/setup"')
  for (const name of ['Database', 'Mail', 'Stripe', 'Canvas', 'PUBLIC_URL', 'Captcha'])
    t.match(body, `data-setup="${name}"`)
  t.match(textOf(body), /Set SMTP_URL\./)
  t.match(textOf(body), /Import your own/)
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const { isDatabaseReady } = app
  app.isDatabaseReady = () => Promise.reject(full)
  t.match(textOf((await manager.open('/setup')).body), /is full; make room/, 'a full disk is no older schema')
  app.isDatabaseReady = isDatabaseReady
  const opened = await app.server.inject({ url: '/setup', headers: { cookie: manager.cookie, host: 'localhost:3000' } })
  t.match(textOf(opened.body), 'You opened this page at PUBLIC_URL.')
  const inside = await app.server.inject({ url: '/setup', headers: { cookie: manager.cookie, host: '10.0.0.1:3000' } })
  t.match(textOf(inside.body), 'You opened this page at http://10.0.0.1:3000, and PUBLIC_URL is http://localhost:3000.')
  const support = await signedIn(app, 'support')
  t.equal((await support.open('/setup')).status, 403)
  t.equal((await support.post('/setup', { intent: 'mail' })).status, 403)
  t.notMatch((await support.open('/about')).body, 'href="/setup"')
})

t.test('says how old school secrets are, and when the oldest was used', async t => {
  const app = await testApp(t, { env: { DEMO: 'off', MAIL_FROM: 'a@b.example', CAPTCHA_PROVIDER: 'altcha' } })
  const manager = await signedIn(app)
  const line = async () =>
    (await manager.open('/setup')).body.match(/data-setup="School secrets".*?<\/li>/s)?.[0].replace(/<[^>]*>/g, ' ')
  t.equal(await line(), undefined)
  const [old, renewed] = [await makeConsumer(app, { name: 'North' }), await makeConsumer(app, { name: 'South' })]
  await app.db.client.query("update consumers set created_at = '2020-01-02'")
  await rotateConsumerSecret(app, renewed.key, manager.staff, 'leaked')
  const launched = `insert into launch_diary (at, reference, version, outcome, consumer_key, parameters)
    values ($1, $2, '1.1', $3, $4, '{}')`
  await app.db.client.query(launched, ['2026-01-03', 'A', 'pay', old.key])
  await app.db.client.query(launched, ['2026-01-04', 'B', 'signature', old.key])
  t.match(await line(), /1 of 2 LTI 1\.1 schools .* from 01\/01\/20, of North\. Its last launch was on 01\/02\/26\./)
})

t.test('a manager sends a test message to themselves', async t => {
  const app = await testApp(t)
  const manager = await signedIn(app)
  const sent = await manager.send('/setup', { intent: 'mail' })
  t.match(textOf(sent.body), 'The mail server took the message.')
  t.strictSame(
    app.mails.map(m => m.to),
    ['manager@example.com'],
  )
})

t.test('says when a message cannot be sent', async t => {
  const mail = async () => Promise.reject(new Error('connection refused'))
  const app = await testApp(t, { mail })
  const manager = await signedIn(app)
  const { body } = await manager.send('/setup', { intent: 'mail' })
  t.match(textOf(body), 'The message could not be sent. The log has the reason.')
})

const production = {
  DEMO: 'off',
  PUBLIC_URL: 'http://127.0.0.1:9',
  MAIL_FROM: 'a@b.example',
}

t.test('the doctor tries mail and chat, and names what is not set', async t => {
  const smtp = await mailServer(t)
  const chat = makeChatEmulator()
  t.teardown(() => chat.close())
  const base = await chat.listen({ port: 0, host: '127.0.0.1' })
  const env = {
    ...production,
    DATABASE_URL: await freshDatabaseUrl(t),
    DATA_DIR: dataFolder(t),
    SMTP_URL: smtp.url,
    CHAT_PROVIDER: 'chatwoot',
    CHAT_BASE_URL: base,
    CHAT_WEBSITE_TOKEN: 'wrong',
    CHAT_HMAC_TOKEN: 'x',
  }
  const doctor = runMain(t, ['doctor'], env)
  t.strictSame(await doctor.ended, { code: 1, signal: null })
  const said = doctor.output()
  t.match(said, /^ok {6}Database: PostgreSQL/m)
  t.match(said, /^ok {6}Mail: The mail server accepts our login/m)
  t.match(said, /^missing Stripe: /m)
  t.match(said, /^missing Canvas: /m)
  t.match(said, /^WRONG {3}PUBLIC_URL: /m)
  t.match(said, /^Default: .*STRIPE_SECRET_KEY/m)
  t.notMatch(said, /mail(%20| )secret/, 'no password')
  t.equal(smtp.mails.length, 0, 'sends nothing')
})

t.test('a start records which secrets are new, and the doctor says how old the oldest is', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const start = async (env: Record<string, string>) => {
    const server = runMain(t, [], { ...production, DATABASE_URL, DATA_DIR: dataFolder(t), PORT: '0', ...env })
    await until('it listens', () => /"msg":"listening"/.test(server.output()))
    server.kill('SIGKILL')
    await server.ended
  }
  const names = async () =>
    (await query(DATABASE_URL, "select subject_key from audit where action = 'new-secret' order by id")).map(
      row => row.subject_key,
    )
  await start({})
  await start({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_1' })
  await start({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_2,whsec_1' })
  t.strictSame(await names(), ['APP_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET'])
  await query(DATABASE_URL, "update audit set at = now() - interval '400 days' where subject_key = 'APP_SECRET'")
  const doctor = runMain(t, ['doctor'], { ...production, DATABASE_URL, DATA_DIR: dataFolder(t) })
  await doctor.ended
  t.match(doctor.output(), /^WRONG {3}Secrets: In use for over a year: APP_SECRET\./m)
})

t.test('a start warns of folders that cannot be written, and of a schema of a later release', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  await query(DATABASE_URL, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)")
  const env = { ...production, DATABASE_URL, DATA_DIR: '/proc/nope', CLIPS_DIR: dataFolder(t), PORT: '0' }
  const server = runMain(t, [], env)
  await until('it listens', () => /"msg":"listening"/.test(server.output()))
  t.match(server.output(), /Data folder: \/proc\/nope cannot be written/)
  t.match(server.output(), /Database: A later release changed its schema/)
  t.notMatch(server.output(), /Clip storage/)
  const doctor = runMain(t, ['doctor'], env)
  await doctor.ended
  t.match(doctor.output(), /^missing Database: A later release changed its schema\./m)
  const other = runMain(t, ['doctor'], { ...env, APP_SECRET: 'another secret of the application' })
  await other.ended
  t.match(other.output(), /^ok {6}APP_SECRET/m, 'nothing is encrypted yet')
})

t.test('the doctor says that no database answers, and goes on', async t => {
  const env = { ...production, DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/x', DATA_DIR: dataFolder(t) }
  const doctor = runMain(t, ['doctor'], env)
  t.equal((await doctor.ended).code, 1)
  t.match(doctor.output(), /^WRONG {3}Database: DATABASE_URL: no database answers/m)
  t.match(doctor.output(), /^missing Mail/m)
  t.notMatch(doctor.output(), 'hush')
})

t.test('the doctor sees a database that takes no changes', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  await query(
    DATABASE_URL,
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  )
  const doctor = runMain(t, ['doctor'], { ...production, DATABASE_URL, DATA_DIR: dataFolder(t) })
  await doctor.ended
  t.match(doctor.output(), /^WRONG {3}Database: It is read-only\./m)
})

t.test('the doctor tries clip storage and programs, counts refused webhooks, and writes JSON', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  await query(DATABASE_URL, "insert into refused_events values (date_trunc('hour', now()), 5)")
  await query(DATABASE_URL, "insert into stripe_events values ('evt_1', 'x', now())")
  const env = {
    ...{ ...production, DATABASE_URL, DATA_DIR: dataFolder(t), PATH: dataFolder(t), CLIPS_DIR: '/proc/nope' },
    ...{ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API_BASE: 'http://127.0.0.1:9' },
  }
  const doctor = runMain(t, ['doctor', '--json'], env)
  t.equal((await doctor.ended).code, 1)
  const { isWell, lines } = JSON.parse(doctor.output())
  t.equal(isWell, false)
  const line = (name: string) => lines.find((each: { name: string }) => each.name === name)
  t.match(line('Clip storage'), { state: 'wrong', found: /proc\/nope cannot be written/ })
  t.match(line('ffmpeg'), { state: 'missing' })
  t.match(line('pg_dump'), { state: 'missing', found: /pg_dump is not installed/ })
  t.match(line('Stripe webhook'), { state: 'wrong', found: /5 deliveries were refused/ })
  const bucket = {
    CLIPS_DIR: '',
    CLIPS_S3_ENDPOINT: 'http://127.0.0.1:9',
    CLIPS_S3_BUCKET: 'clips',
    CLIPS_S3_REGION: 'x',
  }
  const away = runMain(t, ['doctor'], { ...env, ...bucket, CLIPS_S3_KEY: 'x', CLIPS_S3_SECRET: 'x' })
  await away.ended
  t.match(away.output(), /^WRONG {3}Clip storage: The bucket clips cannot be used/m)
  t.notMatch(away.output(), /npm run/, 'its advice works in the image too')
})
