import t from 'tap'
import { sha256 } from '#src/core/crypto.ts'
import { networkOf } from '#src/core/rules/client-network.ts'
import { deleteExpired } from '#src/modules.ts'
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
    `insert into lti_logins (state_hash, nonce_hash, binding_hash, network_hash, platform_id, parameters, created_at, expires_at)
     select 'flood-' || n, 'n', 'b', $1, $2, '{}', $3::timestamptz - interval '1 minute', $3::timestamptz + interval '9 minutes'
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
  await deleteExpired(app.modules, app)
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
