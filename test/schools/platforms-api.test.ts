import t from 'tap'
import { chooseSchools, decideDeployment, findDeployment, listWaitingDeployments } from '#src/schools/deployments.ts'
import { switchPlatform } from '#src/schools/platforms.ts'
import { inviteRegistration } from '#src/schools/registrations.ts'
import type { DeploymentDecision } from '#src/schools/rules/deployment.ts'
import { platformRefusals } from '#src/schools/rules/platform.ts'
import { findSchool } from '#src/schools/schools.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { deploymentRows, platformRows } from '../support/rows.ts'
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

const CANVAS_TOKENS = 'https://sso.canvaslms.com/login/oauth2/token'

t.test('create_platform refuses a token audience on another host, by call and page', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const own = {
    domain: 'lms.example',
    client_id: '1',
    preset: 'custom',
    authorization_redirect: 'https://lms.example/auth',
    public_keys_url: 'https://lms.example/jwks',
    grant_url: 'https://lms.example/token',
  }
  const { message } = platformRefusals.audience_on_other_host
  const foreign: object[] = [
    { ...own, audience: CANVAS_TOKENS },
    { ...own, audience: 'https://api.brightspace.com/auth/token' },
    { ...own, audience: 'sso.canvaslms.com' },
    { domain: 'a.example', client_id: '1', d2l: true, audience: CANVAS_TOKENS },
    { domain: 'river.instructure.com', client_id: '1', d2l: false, audience: 'https://evil.example/token' },
    { domain: 'river.instructure.com', client_id: '1', d2l: false, ...evil, audience: CANVAS_TOKENS },
  ]
  for (const body of foreign)
    t.hasStrict(await me.call('POST', '/twa/create_platform', body), {
      status: 422,
      data: { reason: 'audience_on_other_host', error: message, errors: [{ field: 'audience', message }] },
    })
  const page = await me.post('/create_platform', { ...own, audience: CANVAS_TOKENS })
  t.equal(page.status, 422)
  t.match(textOf(page.body), message)
  t.strictSame(await platformRows(app), [])
  const elsewhere = await me.call('POST', '/twa/create_platform', {
    domain: 'b.example',
    client_id: '2',
    d2l: true,
    grant_url: 'https://b.example/token',
  })
  t.hasStrict(elsewhere.data.platform, { audience: null }, 'the audience of a preset belongs to its grant URL')
  const made = await me.call('POST', '/twa/create_platform', { ...own, audience: 'https://lms.example/' })
  t.hasStrict(made.data.platform, { audience: 'https://lms.example/' })
})

const evil = { grant_url: 'https://evil.example/token' }

t.test('platforms of two issuers cannot be on with one client at one grant URL', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { message } = platformRefusals.client_id_taken
  const taken = {
    status: 409,
    data: { reason: 'client_id_taken', error: message, errors: [{ field: 'client_id', message }] },
  }
  const create = (domain: string, more: object = {}) =>
    me.call('POST', '/twa/create_platform', { domain, client_id: 'c1', d2l: true, ...more })
  const both = await Promise.all(['typo.example', 'learn.example'].map(domain => create(domain)))
  t.strictSame(both.map(b => b.status).sort(), [200, 409], 'in parallel')
  t.hasStrict(
    both.find(b => b.status === 409),
    taken,
  )
  const first = (await platformRows(app))[0]!
  t.hasStrict(await create('third.example'), taken)
  t.equal((await create('third.example', { client_id: 'c2' })).status, 200, 'another client')
  t.equal((await create('own.example', { grant_url: 'https://own.example/token' })).status, 200, 'another grant URL')
  t.match(await switchPlatform(app, first.id, { isActive: false }, me.staff, 'typo'), { ok: true })
  t.equal((await create('fourth.example')).status, 200, 'a wrong one can be replaced')
  t.match(await switchPlatform(app, first.id, { isActive: true }, me.staff), { reason: 'client_id_taken' })
  const page = await me.post('/platforms', { intent: 'on', id: String(first.id) })
  t.equal(page.status, 409)
  t.match(textOf(page.body), message)
  const canvas = (domain: string) => create(domain, { d2l: false, preset: 'canvas' })
  for (const domain of ['river.instructure.com', 'river.beta.instructure.com', 'river.test.instructure.com'])
    t.equal((await canvas(domain)).status, 200, 'Canvas copies client ids to beta and test')
  for (const given of [
    { ...custom, grant_url: CANVAS_TOKENS },
    { ...custom, ...evil, ...foreignKeys },
  ])
    t.hasStrict(await create('lms.example', { preset: 'custom', ...given }), {
      status: 422,
      data: { reason: 'addresses_of_others' },
    })
})

const foreignKeys = { public_keys_url: 'https://lms.example/jwks' }
const custom = { authorization_redirect: 'https://evil.example/auth', public_keys_url: 'https://evil.example/jwks' }

t.test('the inbox: a waiting deployment joins a school, or gets a new one', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const platform = await practicePlatform(t, app, { deployment: { name: 'Lake College' } })
  const from = (id: string) => launch13(app, platform, { [`${C}deployment_id`]: id })
  const waiting = async (id: string) => {
    t.equal((await from(id)).status, 403)
    const [first] = await listWaitingDeployments(app.db)
    t.hasStrict(first, { deploymentId: id, status: 'waiting', seenTitle: 'ASL', schoolId: null })
    return first!
  }
  const decide = (id: number, decision: DeploymentDecision, reason?: string) =>
    decideDeployment(app, id, decision, me.staff, reason)

  const one = await waiting('new')
  const choice = (await chooseSchools(app, [one], me.staff)).get(one.id)
  t.hasStrict(choice?.guesses, [{ id: platform.deployment.schoolId!, name: 'Lake College', because: 'host' }])
  t.equal(choice?.newName, platform.platform.domain)
  for (const [newSchool, reason] of [
    [{ name: ' ' }, 'school_name_required'],
    [{ name: 'lake college' }, 'school_name_exists'],
    [{ name: 'River', acceptsPayment: false, acceptsAccessCode: false }, 'last_access_method'],
  ] as const)
    t.match(await decide(one.id, { status: 'approved', newSchool }), { reason })
  t.match(await decide(one.id, { status: 'approved' }), { reason: 'school_not_chosen' })
  t.match(await decide(one.id, { status: 'approved', schoolId: 999 }), { reason: 'school_not_found' })
  const made = { status: 'approved', newSchool: { name: 'River High', isK12: true } } as const
  t.hasStrict(await decide(one.id, made), { deployment: { status: 'approved', school: 'River High' } })
  t.equal((await from('new')).status, 303)
  t.hasStrict(await decide(one.id, made), { ok: true }, 'pressed twice')
  const river = (await findDeployment(app.db, one.id))?.schoolId ?? 0
  t.hasStrict(await findSchool(app, river, me.staff), {
    ...{ name: 'River High', isK12: true, acceptsPayment: false, acceptsAccessCode: true },
    connections: { consumers: [], deployments: [{ deploymentId: 'new', courses: 1 }] },
  })

  const two = await waiting('two')
  const both = await Promise.all([1, 2].map(() => decide(two.id, { status: 'approved', schoolId: river })))
  t.match(both, [{ ok: true }, { ok: true }])
  t.equal((await findSchool(app, river, me.staff))?.connections.deployments.length, 2)

  await decide(one.id, { status: 'refused' }, 'contract ended')
  t.equal((await from('new')).status, 403)
  t.hasStrict(
    await decide(one.id, { status: 'approved' }),
    { deployment: { school: 'River High' } },
    'it keeps its school',
  )
  t.equal((await from('new')).status, 303)
  for (const id of [999, 0]) t.match(await decide(id, { status: 'refused' }), { reason: 'deployment_not_found' })
  const { rows } = await app.db.client.query("select count(*) from audit where action = 'change-deployment'")
  t.equal(Number(rows[0].count), 4)
})

t.test('taking access from a school needs a reason, and an invitation needs the name of the school', async t => {
  const app = await testApp(t)
  const { staff } = await signedIn(app)
  const { platform, deployment } = await practicePlatform(t, app)
  const refused = { ok: false, reason: 'reason_required' }
  for (const reason of [undefined, ' ']) {
    t.strictSame(await switchPlatform(app, platform.id, { isActive: false }, staff, reason), refused)
    t.strictSame(await decideDeployment(app, deployment.id, { status: 'refused' }, staff, reason), refused)
  }
  t.equal((await deploymentRows(app))[0]?.status, 'approved')
  t.equal((await platformRows(app))[0]?.isActive, true)
  t.match(await switchPlatform(app, platform.id, { isActive: false }, staff, 'contract ended'), { ok: true })
  t.match(await decideDeployment(app, deployment.id, { status: 'refused' }, staff, 'contract ended'), { ok: true })
  t.strictSame(await inviteRegistration(app, ' ', staff), { ok: false, reason: 'school_required' })
})

t.test('launches without cookies are switched by managers, with an audit line', async t => {
  const app = await testApp(t)
  const manager = await signedIn(app)
  const { platform } = await practicePlatform(t, app)
  const isOn = async () => (await platformRows(app))[0]?.opensWithoutCookies
  const stopped = await manager.send(`/platforms/${platform.id}`, { intent: 'cookieless_off' })
  t.match(textOf(stopped.body), 'need cookies, or storage in their LMS')
  t.match(stopped.body, 'value="cookieless_on"')
  t.equal(await isOn(), false)
  t.hasStrict(await switchPlatform(app, platform.id, { opensWithoutCookies: true }, manager.staff), {
    platform: { opensWithoutCookies: true, isActive: true },
  })
  const viewer = await signedIn(app, 'viewer')
  t.equal((await viewer.post(`/platforms/${platform.id}`, { intent: 'cookieless_off' })).status, 403)
  t.equal(await isOn(), true)
  const { rows } = await app.db.client.query("select after from audit where action = 'switch-platform' order by id")
  t.strictSame(
    rows.map(r => r.after),
    [{ opensWithoutCookies: false }, { opensWithoutCookies: true }],
  )
})

t.test('a new platform is tried at once, and spaces and slashes too many are taken out', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { base } = await practicePlatform(t, app)
  const form = (over: object) => ({
    ...{ domain: new URL(base).host, client_id: 'pasted', d2l: 'yes', preset: 'custom', deployment_ids: ' 1 ' },
    ...{
      issuer: ` ${base}/ `,
      authorization_redirect: `${base}//jwks`,
      public_keys_url: `${base}/jwks `,
      grant_url: `${base}/t`,
    },
    ...over,
  })
  const good = await me.send('/create_platform', form({}))
  t.match(textOf(good.body), /Platform created\. /)
  t.notMatch(textOf(good.body), /But /)
  t.hasStrict(
    (await platformRows(app)).find(p => p.clientId === 'pasted'),
    {
      issuer: base,
      preset: 'custom',
      authorizationRedirect: `${base}/jwks`,
      publicKeysUrl: `${base}/jwks`,
    },
  )
  const wrong = {
    client_id: 'wrong',
    public_keys_url: `${base}/other`,
    authorization_redirect: 'http://127.0.0.1:1/auth',
  }
  const bad = textOf((await me.send('/create_platform', form(wrong))).body)
  t.match(bad, `But there is no key set at ${base}/other: it answered 404.`)
  t.match(bad, 'But no launch can begin at http://127.0.0.1:1/auth: it does not answer.')
})
