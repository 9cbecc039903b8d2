import t from 'tap'
import { openDatabase } from '#src/core/db/db.ts'
import { testApp } from '../support/app.ts'
import { cuttable } from '../support/cuttable.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { referenceOf, textOf } from '../support/html.ts'
import { claimsOf, jwk, keys, login13, post13, practicePlatform, signJwt } from '../support/oidc.ts'
import { launch, makeConsumer } from '../support/school.ts'

const again = 'Go back to your course and open the link again in a minute.'

t.test('losing the database during a launch gives a clear page, and the process survives', async t => {
  const { url, cut } = await cuttable(t, await freshDatabaseUrl(t))
  const db = await openDatabase({ databaseUrl: url, dataDir: '' })
  t.teardown(() => db.close())
  const app = await testApp(t, { db })
  const platform = await practicePlatform(t, app)
  const school = await makeConsumer(app)
  const login = await login13(app, platform)
  const fields = { id_token: signJwt(claimsOf(app, platform, login)), state: login.state }
  // The database fails while the platform keys are fetched, after the login was found and before the launch is written.
  platform.state.jwks = () => {
    cut(true)
    return { keys: [jwk(keys.good, 'k1')] }
  }
  const broken = [await post13(app, fields, login.cookie), await launch(app, school.key)]
  for (const { status, body } of broken) {
    t.ok(status >= 500, String(status))
    t.match(referenceOf(body), /^[0-9A-Z]{5}-[0-9A-Z]{5}$/, 'a page with a reference')
    t.notMatch(textOf(body), /ECONN|terminated|at Object|postgres/i)
    t.match(textOf(body), again, 'and advice')
    t.notMatch(body, /Back to your page/, 'there is no page to go back to')
  }
  const during = await app.server.inject(
    `/lti/login?${new URLSearchParams({ iss: platform.base, login_hint: '1', target_link_uri: 'http://localhost:3000/lti/launch' })}`,
  )
  t.ok(during.statusCode >= 500)
  t.match(textOf(during.body), again)
  t.equal((await app.server.inject('/healthz')).statusCode, 200, 'still running')
  cut(false)
  t.equal((await post13(app, fields, login.cookie)).status, 303, 'the launch still works')
  t.equal((await launch(app, school.key)).status, 303)
})
