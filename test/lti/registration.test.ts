import t from 'tap'
import { notifyRegistration } from '#src/desk/waiting-work.ts'
import { CUSTOM_FIELDS } from '#src/lti/rules/launch-course.ts'
import { registrationRequest, SCOPES } from '#src/lti/rules/tool-configuration.ts'
import { startLmsEmulator } from '#src/practice/emulators/lms.ts'
import { createPlatform, switchPlatform } from '#src/schools/platforms.ts'
import { inviteRegistration } from '#src/schools/registrations.ts'
import { getSigningKey } from '#src/schools/tool-keys.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { deploymentRows, platformRows } from '../support/rows.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const { refused } = textsIn('en').registration

const scene = async (t: Test) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const now = () => app.clock.now()
  const lms = await startLmsEmulator({ toolUrl: 'http://localhost:3000', clientId: 'client-1', now })
  t.teardown(() => lms.close())
  const invite = async (host = '') => {
    const invited = await inviteRegistration(app, 'River High', me.staff, host)
    return invited.ok ? invited.invite : ''
  }
  /** Returns the parameters that the LMS adds to our link, and its number of tools. */
  const opened = (lie = {}, answer = {}) => lms.openRegistration({ lie, answer })
  const fields = (invite: string, { configuration, token }: { configuration: string; token: string }) =>
    new URLSearchParams({ invite, openid_configuration: configuration, registration_token: token }).toString()
  const post = (payload: string, language = 'en') =>
    app.server.inject({
      method: 'POST',
      url: '/lti/register',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
      payload,
    })
  return { app, me, lms, invite, opened, fields, post }
}

t.test('an invited LMS registers, waits, and is switched on by staff', async t => {
  const { app, me, lms, invite, opened, fields, post } = await scene(t)
  const sent = fields(await invite(), opened())
  const asked = await app.server.inject(`/lti/register?${sent}`)
  t.equal(asked.statusCode, 200)
  t.match(asked.body, '<button class="button button-primary">Register</button>')
  t.equal(opened().tools, 0, 'opening the page registers nothing')
  const done = await post(sent)
  t.equal(done.statusCode, 200)
  t.match(textOf(done.body), 'is now registered with Signbook')
  const [platform] = await platformRows(app)
  t.hasStrict(platform, { issuer: lms.issuer, grantUrl: `${lms.base}/token`, isActive: false })
  const { id = 0, clientId = '' } = platform ?? {}
  t.match(clientId, /^registered-/)
  const kidsAt = async (url: string) => (await app.server.inject(url)).json().keys.map((k: { kid: string }) => k.kid)
  const own = await kidsAt(`/lti/keys/${id}`)
  t.equal(own.length, 2)
  t.notOk(
    (await kidsAt('/lti/keys')).some((kid: string) => own.includes(kid)),
    'keys that are valid there alone',
  )
  t.ok(own.includes((await getSigningKey(app, platform!)).kid))
  t.equal((await app.server.inject('/lti/keys/999')).statusCode, 404)
  const login = () =>
    app.server.inject(
      `/lti/login?${new URLSearchParams({ iss: lms.issuer, client_id: clientId, login_hint: '1', target_link_uri: 'http://localhost:3000/lti/launch' })}`,
    )
  const early = await login()
  t.equal(early.statusCode, 403, 'not before staff switch it on')
  t.match(textOf(early.body), /Your school's new link is being checked.*You do not have to pay again/)
  t.hasStrict(await switchPlatform(app, id, { isActive: true }, me.staff), { platform: { isActive: true } })
  t.equal((await login()).statusCode, 302)
  t.hasStrict(await deploymentRows(app), [{ deploymentId: '1', status: 'approved' }])
  t.match(await switchPlatform(app, 999, { isActive: true }, me.staff), { reason: 'platform_not_found' })
  const again = await post(sent)
  t.equal(again.statusCode, 403)
  t.match(textOf(again.body), refused.invitation_invalid)
})

t.test('an invitation works once, even in parallel, and for a week', async t => {
  const { app, invite, opened, fields, post } = await scene(t)
  const link = await invite()
  const both = await Promise.all([post(fields(link, opened())), post(fields(link, opened()))])
  t.strictSame(both.map(a => a.statusCode === 200).sort(), [false, true])
  t.equal(opened().tools, 1)
  const old = await invite()
  app.clock.advance(7 * 24 * 60 * 60 * 1000 + 1)
  t.equal((await app.server.inject(`/lti/register?${fields(old, opened())}`)).statusCode, 403)
  t.equal((await post(fields('made-up', opened()))).statusCode, 403)
})

t.test('a failed registration says why and keeps the invitation valid', async t => {
  const { app, invite, opened, fields, post, lms } = await scene(t)
  const link = await invite()
  const cases: [
    name: string,
    lie: Record<string, unknown>,
    over: { configuration?: string; token?: string },
    says: string,
  ][] = [
    ['another issuer', { issuer: 'https://evil.example' }, {}, refused.issuer_on_other_host],
    ['a shared issuer', { issuer: 'https://canvas.instructure.com' }, {}, refused.issuer_on_other_host],
    ['no jwks', { jwks_uri: null }, {}, 'jwks_uri is missing'],
    ['a bad address', { token_endpoint: 'javascript:alert(1)' }, {}, 'token_endpoint must begin'],
    ['tokens of another LMS', { token_endpoint: 'https://lms.other.example/token' }, {}, refused.addresses_of_others],
    ['keys of another LMS', { jwks_uri: 'https://lms.other.example/keys' }, {}, refused.addresses_of_others],
    ['a long issuer', { authorization_endpoint: `http://127.0.0.1/${'x'.repeat(500)}` }, {}, 'is too long'],
    ['a spent token', {}, { token: 'spent' }, 'HTTP 401'],
    ['host unreachable', {}, { configuration: 'http://127.0.0.1:1/x' }, 'could not read'],
    ['not JSON', {}, { configuration: `${lms.base}/storage` }, 'HTTP 200'],
  ]
  for (const [name, lie, over, says] of cases) {
    const answer = await post(fields(link, { ...opened(lie), ...over }))
    t.equal(answer.statusCode, 422, name)
    t.match(textOf(answer.body), says, name)
  }
  t.equal((await app.db.client.query('select * from platforms')).rows.length, 0)
  t.equal((await post(fields(link, opened()))).statusCode, 200, 'then it works')
})

const CANVAS_TOKENS = 'https://sso.canvaslms.com/login/oauth2/token'

t.test('an LMS that names the authorization server of another one is refused before it registers us', async t => {
  const { app, invite, opened, fields, post, lms } = await scene(t)
  const link = await invite()
  for (const foreign of [
    CANVAS_TOKENS,
    'https://canvas.instructure.com/login/oauth2/token',
    'https://api.brightspace.com/auth/token',
    'sso.canvaslms.com',
    `${lms.base}@canvas.instructure.com/`,
    'urn:canvas',
  ]) {
    const sent = fields(link, opened({ authorization_server: foreign }, { client_id: 'ours-at-canvas' }))
    const answer = await post(sent)
    t.equal(answer.statusCode, 422, foreign)
    t.match(textOf(answer.body), refused.audience_on_other_host, foreign)
    const spanish = await post(sent, 'es')
    t.match(textOf(spanish.body), textsIn('es').registration.refused.audience_on_other_host, foreign)
  }
  t.equal(opened().tools, 0, 'it was not asked to register us')
  t.strictSame(await platformRows(app), [])
  const own = new URL(lms.base)
  for (const server of [`${lms.base}/token`, `${own.origin}/other`, own.host, '', null])
    t.equal(
      (await post(fields(await invite(), opened({ authorization_server: server })))).statusCode,
      200,
      `its own: ${server}`,
    )
  const { rows } = await app.db.client.query('select audience from platforms order by id')
  t.strictSame(
    rows.map(r => r.audience),
    [null, `${own.origin}/other`, null, null, null],
  )
})

t.test('an LMS that names our client at another platform is refused, as is the other one afterwards', async t => {
  const { app, me, lms, invite, opened, fields, post } = await scene(t)
  const canvas = { domain: 'river.instructure.com', client_id: '10000000000042', preset: 'canvas' }
  t.equal((await me.call('POST', '/twa/create_platform', canvas)).status, 200)
  const said = { client_id: canvas.client_id }
  const steal = async (token_endpoint: string) => post(fields(await invite(), opened({ token_endpoint }, said)))
  const addresses = [
    CANVAS_TOKENS,
    `${CANVAS_TOKENS}?x=1`,
    'https://SSO.canvaslms.com.:443/login/oauth2/token',
    'https://canvas.instructure.com/login/oauth2/token',
    'https://river.instructure.com/login/oauth2/token',
  ]
  for (const address of addresses) {
    const answer = await steal(address)
    t.equal(answer.statusCode, 422, address)
    t.match(textOf(answer.body), refused.addresses_of_others, address)
  }
  // The same place under the name of another issuer on it.
  const path = '/token'
  await app.db.client.query('update platforms set grant_url = $1', [`${lms.base}${path}`])
  for (const isOn of [true, false]) {
    await app.db.client.query('update platforms set is_active = $1', [isOn])
    const answer = await steal(`${lms.base}${path}?x=1`)
    t.equal(answer.statusCode, 409, isOn ? 'on' : 'also while the other is off')
    t.match(textOf(answer.body), refused.client_id_taken)
  }
  await app.db.client.query("update platforms set grant_url = 'https://sso.canvaslms.com/login/oauth2/token'")
  t.equal((await post(fields(await invite(), opened({}, said)))).statusCode, 200, 'the same id elsewhere')
})

t.test('two LMSs that name one client register once, also at once', async t => {
  const { app, me, lms, invite, opened, fields, post } = await scene(t)
  const grantUrl = `${lms.base}/token`
  for (let n = 0; n < 5; n++) {
    await app.db.client.query('delete from platforms')
    const clientId = `client-${n}`
    const sent = fields(await invite(), opened({ token_endpoint: grantUrl }, { client_id: clientId }))
    const create = (issuer: string) => {
      const given = { issuer, authorizationRedirect: `${lms.base}/auth`, publicKeysUrl: `${lms.base}/jwks`, grantUrl }
      const typed = { domain: 'lms.school.example', clientId, preset: 'custom', given } as const
      return createPlatform(app, { ...typed, deploymentIds: [] }, me.staff)
    }
    const [, ...created] = await Promise.all([post(sent), create(`${lms.base}/a`), create(`${lms.base}/b`)])
    t.strictSame(created.map(one => one.ok || one.reason).sort(), ['client_id_taken', true])
    for (const { id } of await platformRows(app)) await switchPlatform(app, id, { isActive: true }, me.staff)
    const active = (await platformRows(app)).filter(platform => platform.isActive)
    t.match(active, [{ clientId, grantUrl }])
    t.equal(active.length, 1)
  }
})

t.test('only managers can invite, and an invalid configuration address is not fetched', async t => {
  const { app, invite, opened, fields } = await scene(t)
  const support = await signedIn(app, 'support')
  await t.rejects(inviteRegistration(app, 'x', support.staff), /Your role does not allow this/)
  const bad = await app.server.inject(`/lti/register?${fields(await invite(), { ...opened(), configuration: 'x' })}`)
  t.equal(bad.statusCode, 403)
  t.match(textOf(bad.body), refused.configuration_address_invalid)
})

t.test('the configuration for administrators lists our addresses and no secrets', async t => {
  const { app } = await scene(t)
  const json = (await app.server.inject('/lti/config.json')).json()
  t.hasStrict(json, {
    oidc_initiation_url: 'http://localhost:3000/lti/login',
    target_link_uri: 'http://localhost:3000/lti/launch',
    public_jwk_url: 'http://localhost:3000/lti/keys',
    scopes: SCOPES,
    custom_fields: CUSTOM_FIELDS,
  })
  t.strictSame(
    json.extensions[0].settings.placements.map((p: { placement: string }) => p.placement),
    ['course_navigation', 'link_selection', 'assignment_selection'],
  )
  t.equal(json.extensions[0].settings.icon_url, 'http://localhost:3000/assets/mark.svg')
  const tool = { publicUrl: 'https://x.example', launch: '', login: '', keys: '' }
  const fieldsFor = (preset: 'canvas' | 'moodle') =>
    registrationRequest(tool, preset)['https://purl.imsglobal.org/spec/lti-tool-configuration'].custom_parameters
  t.strictSame(fieldsFor('canvas'), CUSTOM_FIELDS)
  t.strictSame(Object.keys(fieldsFor('moodle')), ['section_start_at', 'section_end_at'], 'none of Canvas elsewhere')
  t.equal(registrationRequest(tool, 'moodle').logo_uri, 'https://x.example/assets/mark.svg')
  const xml = await app.server.inject('/lti/config.xml')
  t.match(String(xml.headers['content-type']), 'application/xml')
  t.match(xml.body, '<blti:launch_url>http://localhost:3000/lti/launch</blti:launch_url>')
  for (const [name, value] of Object.entries(CUSTOM_FIELDS)) t.match(xml.body, `name="${name}">${value}<`)
})

t.test('an LMS at a host that staff approved in advance is on at once', async t => {
  const { app, lms, me, invite, opened, fields, post } = await scene(t)
  const { host } = new URL(lms.base)
  for (const wrong of ['not a host', 'canvas.instructure.com'])
    t.hasStrict(await inviteRegistration(app, 'River High', me.staff, wrong), { ok: false, reason: 'invalid_host' })
  const done = await post(fields(await invite(` https://${host.toUpperCase()}/login `), opened()))
  t.match(textOf(done.body), /is now registered with Signbook\. It is turned on already\./)
  t.hasStrict(await platformRows(app), [{ isActive: true }])
  const other = await post(fields(await invite('moodle.other.example'), opened({}, { client_id: 'another' })))
  t.notMatch(textOf(other.body), /turned on already/, 'another host waits')
})

t.test('registering the same client again changes nothing, and says so', async t => {
  const { app, me, invite, opened, fields, post } = await scene(t)
  await post(fields(await invite(), opened({}, { client_id: 'client-9' })))
  const link = await invite()
  const again = await post(fields(link, opened({}, { client_id: 'client-9' })))
  t.equal(again.statusCode, 200)
  const [platform, ...others] = await platformRows(app)
  t.strictSame(others, [])
  t.match(textOf(again.body), /We will check your LMS and turn it on/, 'it waits, as before')
  await switchPlatform(app, platform!.id, { isActive: true }, me.staff)
  const third = await post(fields(link, opened({}, { client_id: 'client-9' })))
  t.match(textOf(third.body), /is already registered with Signbook\. You do not need to do anything\./)
  const keysAt = async (id: number) => (await app.server.inject(`/lti/keys/${id}`)).json()
  for (const told of [platform!.id + 1, platform!.id + 2])
    t.strictSame(await keysAt(told), await keysAt(platform!.id), 'the LMS was told this address')
  t.equal((await app.server.inject(`/lti/keys/${platform!.id + 3}`)).statusCode, 404)
  t.equal((await app.server.inject(`/lti/register?${fields(link, opened())}`)).statusCode, 200, 'the link is kept')
})

t.test('staff get a mail, and the administrator one when the LMS is turned on', async t => {
  const { app, me, invite, opened, fields, post } = await scene(t)
  const link = await invite()
  const typed = (email: string, sent: string) => `${sent}&${new URLSearchParams({ email })}`
  const bad = await post(typed('jo@', fields(link, opened())))
  t.equal(bad.statusCode, 422)
  t.match(textOf(bad.body), refused.email_malformed)
  const done = await post(typed(' Jo@school.example ', fields(link, opened())))
  t.match(textOf(done.body), /turn it on, and email jo@school\.example/)
  const [platform] = await platformRows(app)
  await notifyRegistration(app, platform!.id)
  await notifyRegistration(app, platform!.id)
  t.equal((await app.db.client.query("select from messages where kind = 'lms-registered'")).rows.length, 1)
  for (const isActive of [true, false, true]) await switchPlatform(app, platform!.id, { isActive }, me.staff, 'test')
  t.strictSame((await app.db.client.query("select recipient from messages where kind = 'lms-on'")).rows, [
    { recipient: 'jo@school.example' },
  ])
})
