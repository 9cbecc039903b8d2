import t from 'tap'
import { deploymentRefusals } from '#src/schools/rules/deployment.ts'
import { platformRefusals } from '#src/schools/rules/platform.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { signedIn } from '../support/staff.ts'

t.test('create_platform fills in addresses by preset and cleans the input', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const make = async (body: object) => (await me.call('POST', '/twa/create_platform', body)).data.platform
  t.hasStrict(await make({ domain: 'https://School.Brightspace.com/d2l', client_id: ' c9 ', d2l: true }), {
    iss: 'https://school.brightspace.com',
    client_id: 'c9',
    authorization_redirect: 'https://school.brightspace.com/d2l/lti/authenticate',
    public_keys_url: 'https://school.brightspace.com/d2l/.well-known/jwks',
    grant_url: 'https://auth.brightspace.com/core/connect/token',
    audience: 'https://api.brightspace.com/auth/token',
  })
  t.hasStrict(await make({ domain: 'river.instructure.com', client_id: '1', d2l: false }), {
    iss: 'https://canvas.instructure.com',
    authorization_redirect: 'https://sso.canvaslms.com/api/lti/authorize_redirect',
    public_keys_url: 'https://sso.canvaslms.com/api/lti/security/jwks',
    grant_url: 'https://sso.canvaslms.com/login/oauth2/token',
  })
  t.hasStrict(await make({ domain: 'river.beta.instructure.com', client_id: '1', d2l: false }), {
    iss: 'https://canvas.beta.instructure.com',
    grant_url: 'https://sso.beta.canvaslms.com/login/oauth2/token',
  })
  t.hasStrict(await make({ domain: 'canvas.river.edu', client_id: '1', d2l: false }), {
    iss: 'https://canvas.river.edu',
    grant_url: 'https://canvas.river.edu/login/oauth2/token',
  })
  t.hasStrict(await make({ domain: 'moodle.river.edu', client_id: '1', preset: 'moodle' }), {
    iss: 'https://moodle.river.edu',
    public_keys_url: 'https://moodle.river.edu/mod/lti/certs.php',
  })
  t.hasStrict(await make({ domain: 'river.blackboard.com', client_id: 'a/b', preset: 'blackboard' }), {
    iss: 'https://blackboard.com',
    public_keys_url: 'https://developer.blackboard.com/api/v1/management/applications/a%2Fb/jwks.json',
  })
  const own = {
    issuer: 'https://lms.example/x',
    authorization_redirect: 'https://lms.example/auth',
    public_keys_url: 'https://lms.example/jwks',
    grant_url: 'https://lms.example/token',
  }
  t.hasStrict(await make({ domain: 'lms.example', client_id: '1', preset: 'custom', ...own }), {
    iss: own.issuer,
    grant_url: own.grant_url,
  })
})

t.test('create_platform refuses missing, duplicate and malformed values', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const made = (body: object) => me.call('POST', '/twa/create_platform', body)
  const good = { domain: 'a.example', client_id: '1', d2l: true }
  const both = await Promise.all([made(good), made(good)])
  t.strictSame(both.map(b => b.status).sort(), [200, 409], 'in parallel')
  t.hasStrict(both.find(b => b.status === 409)?.data, {
    error: platformRefusals.platform_exists.message,
    reason: 'platform_exists',
  })
  const cases: [body: object, reason: keyof typeof platformRefusals, field: string][] = [
    [{ ...good, domain: ' ' }, 'domain_required', 'domain'],
    [{ ...good, client_id: '' }, 'client_id_required', 'client_id'],
    [{ ...good, domain: 'no host' }, 'invalid_domain', 'domain'],
  ]
  for (const [body, reason, field] of cases) {
    const { message } = platformRefusals[reason]
    t.hasStrict(await made(body), { status: 422, data: { error: message, reason, errors: [{ field, message }] } })
  }
  const bare = await made({ ...good, preset: 'custom', authorization_redirect: 'ftp://x' })
  t.equal(bare.status, 422)
  t.hasStrict(bare.data, {
    error: 'The address authorization_redirect must begin with https://.',
    reason: 'invalid_address',
    errors: [{ field: 'authorization_redirect' }],
  })
  t.equal((await (await signedIn(app, 'support')).call('POST', '/twa/create_platform', good)).status, 403)
})

t.test('the inbox: approves and refuses a waiting deployment, and sets its means of payment', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const platform = await practicePlatform(t, app)
  const from = () => launch13(app, platform, { [`${C}deployment_id`]: 'new' })
  t.equal((await from()).status, 403)
  const list = (await me.call('GET', '/api/deployments')).data.deployments
  t.hasStrict(list[0], { deployment_id: 'new', status: 'waiting', seen_course: 'ASL' })
  const change = (body: object, id = list[0].id) => me.call('POST', `/api/deployments/${id}`, body)
  t.hasStrict((await change({ status: 'approved', name: 'River High', accepts_payment: false })).data.deployment, {
    status: 'approved',
    name: 'River High',
    accepts_payment: false,
    accepts_access_code: true,
  })
  t.equal((await from()).status, 303)
  t.hasStrict(await change({ accepts_access_code: false }), {
    status: 422,
    data: { error: deploymentRefusals.deployment_last_access_method.message },
  })
  const last = await Promise.all([
    change({ accepts_payment: true, accepts_access_code: false }),
    // The new name makes it a change in either order.
    change({ accepts_payment: false, accepts_access_code: true, name: 'Lake High' }),
  ])
  t.strictSame(
    last.map(a => a.status),
    [200, 200],
  )
  await change({ status: 'refused', reason: 'contract ended' })
  t.equal((await from()).status, 403)
  for (const id of ['999', 'x']) t.equal((await change({}, id)).status, 404)
  const { rows } = await app.db.client.query("select count(*) from audit where action = 'change-deployment'")
  t.equal(Number(rows[0].count), 4)
})

t.test('taking access from a school needs a reason, and an invitation needs the name of the school', async t => {
  const app = await testApp(t)
  const { staff, call } = await signedIn(app)
  const { schools } = app.modules
  const { platform, deployment } = await practicePlatform(t, app)
  const refused = { ok: false, reason: 'reason_required' }
  t.strictSame(await schools.switchPlatform(platform.id, { isActive: false }, staff, ' '), refused)
  t.strictSame(await schools.decideDeployment(deployment.id, { status: 'refused' }, staff, ''), refused)
  t.equal((await schools.listDeployments())[0]?.status, 'approved')
  t.equal((await schools.listPlatforms())[0]?.isActive, true)
  for (const [path, body] of [
    [`/api/platforms/${platform.id}`, { is_active: false }],
    [`/api/deployments/${deployment.id}`, { status: 'refused' }],
  ] as const) {
    for (const reason of [{}, { reason: ' ' }])
      t.hasStrict(await call('POST', path, { ...body, ...reason }), {
        status: 422,
        data: { reason: 'reason_required', errors: [{ field: 'reason' }] },
      })
    t.equal((await call('POST', path, { ...body, reason: 'contract ended' })).status, 200)
  }
  t.strictSame(await schools.inviteRegistration(' ', staff), { ok: false, reason: 'school_required' })
})

t.test('launches without cookies are switched by page and call, by managers, with an audit line', async t => {
  const app = await testApp(t)
  const manager = await signedIn(app)
  const { platform } = await practicePlatform(t, app)
  const isOn = async () => (await app.modules.schools.listPlatforms())[0]?.opensWithoutCookies
  const stopped = await manager.send('/platforms', { intent: 'cookieless_off', id: String(platform.id) })
  t.match(textOf(stopped.body), 'need cookies, or storage in their LMS')
  t.match(stopped.body, 'value="cookieless_on"')
  t.equal(await isOn(), false)
  const path = `/api/platforms/${platform.id}`
  t.hasStrict((await manager.call('POST', path, { opens_without_cookies: true })).data.platform, {
    opens_without_cookies: true,
    is_active: true,
  })
  t.equal((await manager.call('POST', path, {})).status, 422, 'no switch named')
  const viewer = await signedIn(app, 'viewer')
  t.equal((await viewer.call('POST', path, { opens_without_cookies: false })).status, 403)
  t.equal((await viewer.post('/platforms', { intent: 'cookieless_off', id: String(platform.id) })).status, 403)
  t.equal(await isOn(), true)
  const { rows } = await app.db.client.query("select after from audit where action = 'switch-platform' order by id")
  t.strictSame(
    rows.map(r => r.after),
    [{ opensWithoutCookies: false }, { opensWithoutCookies: true }],
  )
})
