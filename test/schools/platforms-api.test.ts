import t from 'tap'
import type { DeploymentChange } from '#src/schools/rules/deployment.ts'
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
  const { listDeployments, decideDeployment } = app.modules.schools
  const [waiting] = await listDeployments()
  t.hasStrict(waiting, { deploymentId: 'new', status: 'waiting', seenTitle: 'ASL' })
  const change = (body: DeploymentChange, reason?: string, id = waiting?.id ?? 0) =>
    decideDeployment(id, body, me.staff, reason)
  t.hasStrict(await change({ status: 'approved', name: 'River High', acceptsPayment: false }), {
    deployment: { status: 'approved', name: 'River High', acceptsPayment: false, acceptsAccessCode: true },
  })
  t.equal((await from()).status, 303)
  t.match(await change({ acceptsAccessCode: false }), { reason: 'deployment_last_access_method' })
  const last = await Promise.all([
    change({ acceptsPayment: true, acceptsAccessCode: false }),
    // The new name makes it a change in either order.
    change({ acceptsPayment: false, acceptsAccessCode: true, name: 'Lake High' }),
  ])
  t.match(last, [{ ok: true }, { ok: true }])
  await change({ status: 'refused' }, 'contract ended')
  t.equal((await from()).status, 403)
  for (const id of [999, Number.NaN]) t.match(await change({}, undefined, id), { reason: 'deployment_not_found' })
  const { rows } = await app.db.client.query("select count(*) from audit where action = 'change-deployment'")
  t.equal(Number(rows[0].count), 4)
})

t.test('taking access from a school needs a reason, and an invitation needs the name of the school', async t => {
  const app = await testApp(t)
  const { staff } = await signedIn(app)
  const { schools } = app.modules
  const { platform, deployment } = await practicePlatform(t, app)
  const refused = { ok: false, reason: 'reason_required' }
  for (const reason of [undefined, ' ']) {
    t.strictSame(await schools.switchPlatform(platform.id, { isActive: false }, staff, reason), refused)
    t.strictSame(await schools.decideDeployment(deployment.id, { status: 'refused' }, staff, reason), refused)
  }
  t.equal((await schools.listDeployments())[0]?.status, 'approved')
  t.equal((await schools.listPlatforms())[0]?.isActive, true)
  t.match(await schools.switchPlatform(platform.id, { isActive: false }, staff, 'contract ended'), { ok: true })
  t.match(await schools.decideDeployment(deployment.id, { status: 'refused' }, staff, 'contract ended'), { ok: true })
  t.strictSame(await schools.inviteRegistration(' ', staff), { ok: false, reason: 'school_required' })
})

t.test('launches without cookies are switched by managers, with an audit line', async t => {
  const app = await testApp(t)
  const manager = await signedIn(app)
  const { platform } = await practicePlatform(t, app)
  const isOn = async () => (await app.modules.schools.listPlatforms())[0]?.opensWithoutCookies
  const stopped = await manager.post('/platforms', { intent: 'cookieless_off', id: String(platform.id) })
  t.match(textOf(stopped.body), 'need cookies, or storage in their LMS')
  t.match(stopped.body, 'value="cookieless_on"')
  t.equal(await isOn(), false)
  t.hasStrict(await app.modules.schools.switchPlatform(platform.id, { opensWithoutCookies: true }, manager.staff), {
    platform: { opensWithoutCookies: true, isActive: true },
  })
  const viewer = await signedIn(app, 'viewer')
  t.equal((await viewer.post('/platforms', { intent: 'cookieless_off', id: String(platform.id) })).status, 403)
  t.equal(await isOn(), true)
  const { rows } = await app.db.client.query("select after from audit where action = 'switch-platform' order by id")
  t.strictSame(
    rows.map(r => r.after),
    [{ opensWithoutCookies: false }, { opensWithoutCookies: true }],
  )
})
