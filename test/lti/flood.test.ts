import t from 'tap'
import { sha256 } from '#src/core/crypto.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { trimWholeDiary } from '#src/lti/store/launch-diary.ts'
import { trimAllLogins } from '#src/lti/store/logins.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { claimsOf, login13, post13, practicePlatform, signJwt } from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer } from '../support/school.ts'
import { until } from '../support/until.ts'

const SCHOOL = '198.51.100.7'
const STRANGER = '2001:db8:1:2::1'

/** Inserts logins that a stranger began in the last minutes. */
const beginMany = (app: TestApp, platformId: number, from: string, count: number) =>
  app.db.client.query(
    `insert into lti_logins (state_hash, nonce_hash, binding_hash, network_hash, platform_id, created_at, expires_at)
     select 'flood-' || n, 'n', 'b', $1, $2, $3::timestamptz - interval '1 minute', $3::timestamptz + interval '9 minutes'
     from generate_series(1, $4) n`,
    [sha256(networkOf(from)), platformId, app.clock.now(), count],
  )

t.test('a class of 500 behind one address can log in during a flood from another network', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  await beginMany(app, platform.platform.id, STRANGER, 7000)
  const [logins] = await Promise.all([
    Promise.all(Array.from({ length: 500 }, () => login13(app, platform, {}, { remoteAddress: SCHOOL }))),
    ...Array.from({ length: 200 }, (_, i) =>
      login13(app, platform, {}, { remoteAddress: `2001:db8:1:2::${i.toString(16)}` }),
    ),
  ])
  t.ok(logins.every(l => l.status === 302))
  t.equal(
    await countOf(app, `lti_logins where network_hash = '${sha256(SCHOOL)}'`),
    500,
    'all logins of the class are kept',
  )
  const ofStranger = await countOf(app, `lti_logins where network_hash = '${sha256(networkOf(STRANGER))}'`)
  t.ok(ofStranger <= 5100, `${ofStranger} of the stranger's 7,200 are left`)
  for (const login of [...logins.slice(0, 5), ...logins.slice(-5)]) {
    const id_token = signJwt(claimsOf(app, platform, login))
    const { status, token } = await post13(app, { id_token, state: login.state }, login.cookie)
    t.match([status, token], [303, /^m_/])
  }
})

t.test('the diary writes 1,000 refused launches a minute and keeps 5,000 a day, and keeps all good ones', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const old = app.clock.now()
  await app.db.client.query(
    `insert into launch_diary (at, reference, version, outcome, parameters)
     select $1::timestamptz - interval '1 hour', 'r' || n, '1.1', case when n % 2 = 0 then 'signature' else 'pay' end, '{}' from generate_series(1, 12000) n`,
    [old],
  )
  await launch(app, school.key)
  for (let batch = 0; batch < 12; batch++)
    await Promise.all(Array.from({ length: 100 }, () => app.server.inject({ method: 'POST', url: '/lti/launch' })))
  await launch(app, school.key)
  const at = `launch_diary where at >= '${old.toISOString()}'`
  await until('the diary has them', async () => (await countOf(app, `${at} and outcome = 'pay'`)) === 2)
  t.equal(await countOf(app, `${at} and outcome <> 'pay'`), 1000, 'of 1,200')
  await deleteExpired(app)
  t.equal(await countOf(app, `launch_diary where outcome = 'pay'`), 6002)
  t.equal(await countOf(app, `launch_diary where outcome <> 'pay'`), 5000)
  t.equal(await countOf(app, `${at} and outcome <> 'pay'`), 1000, 'the newest')
  app.clock.advance(60_000)
  await app.server.inject({ method: 'POST', url: '/lti/launch' })
  await until(
    'the count restarts in the next minute',
    async () => (await countOf(app, `${at} and outcome <> 'pay'`)) === 1001,
  )
})

t.test('logins are bounded in all: used ones go first, then the oldest, whatever their network', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  await app.db.client.query(
    `insert into lti_logins (state_hash, nonce_hash, binding_hash, network_hash, platform_id, created_at, expires_at, consumed_at)
     select 'flood-' || n, 'n', 'b', 'network-' || n, $1, $2::timestamptz - n * interval '1 second', $2::timestamptz + interval '9 minutes',
       case when n <= 100 then $2::timestamptz end from generate_series(1, 1000) n`,
    [platform.platform.id, app.clock.now()],
  )
  const login = await login13(app, platform)
  await trimAllLogins(app.db, 500)
  t.equal(await countOf(app, 'lti_logins'), 500)
  t.equal(await countOf(app, 'lti_logins where consumed_at is not null'), 0, 'used ones first')
  t.equal(await countOf(app, "lti_logins where state_hash in ('flood-101', 'flood-599')"), 2, 'the newest stay')
  const id_token = signJwt(claimsOf(app, platform, login))
  t.equal((await post13(app, { id_token, state: login.state }, login.cookie)).status, 303, 'a login under way stays')
})

t.test('the diary is bounded in all: the newest lines stay', async t => {
  const app = await testApp(t)
  await app.db.client.query(
    `insert into launch_diary (reference, version, outcome, parameters) select 'r' || n, '1.1', 'pay', '{}' from generate_series(1, 50) n`,
  )
  await trimWholeDiary(app.db, 20)
  t.equal(await countOf(app, 'launch_diary'), 20)
  t.equal(await countOf(app, "launch_diary where reference in ('r50', 'r31')"), 2)
  await trimWholeDiary(app.db, 20)
  t.equal(await countOf(app, 'launch_diary'), 20)
})
