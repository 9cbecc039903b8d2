import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { type RefusalReason, refusalStatus } from '#src/lti/rules/launch-refusals.ts'
import { gradeTargets, ltiLogins } from '#src/lti/store/schema.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import { deployments, platforms } from '#src/schools/store/schema.ts'
import { getSigningKey, rotateToolKeys } from '#src/schools/tool-keys.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { headingOf, textOf } from '../support/html.ts'
import {
  C,
  claimsOf,
  jwk,
  keys,
  launch13,
  login13,
  type Platform13,
  post13,
  practicePlatform,
  ROLE,
  signJwt,
} from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import type { Test } from '../support/test.ts'

/** Every check of an LTI 1.3 login and launch (docs/rules/launches.md). */
const scene = async (test: Test) => {
  const app = await testApp(test)
  return { app, platform: await practicePlatform(test, app) }
}
const columnsOf = ({ id: _, ...rest }: typeof platforms.$inferSelect) => rest
const seconds = (app: TestApp) => Math.floor(app.clock.now().getTime() / 1000)

t.test('a login redirects to the platform with the OpenID Connect parameters, by GET and POST', async t => {
  const { app, platform } = await scene(t)
  const login = await login13(app, platform)
  t.equal(login.status, 302)
  t.hasStrict(Object.fromEntries(login.location.searchParams), {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: 'client-1',
    redirect_uri: 'http://localhost:3000/lti/launch',
    login_hint: '7',
    lti_message_hint: 'm',
  })
  for (const part of ['__Host-', 'SameSite=None', 'Secure', 'HttpOnly', 'Partitioned', 'Path=/'])
    t.match(login.setCookie, part)
  const query = new URLSearchParams({ iss: platform.base, login_hint: 'u', target_link_uri: 'http://localhost:3000/x' })
  t.equal((await app.server.inject(`/lti/login?${query}`)).statusCode, 302, 'client_id is optional')
  const [row] = await app.db.orm.select().from(ltiLogins)
  t.notMatch(JSON.stringify(row), login.state, 'only hashes are stored')
  t.notMatch(JSON.stringify(row), login.nonce)
})

t.test('a good login and launch log no errors', async t => {
  const lines: string[] = []
  const app = await testApp(t, { log: { write: line => void lines.push(line) } })
  const platform = await practicePlatform(t, app)
  await login13(app, platform)
  await login13(app, platform, { lti_storage_target: '_parent' })
  t.equal((await launch13(app, platform)).status, 303)
  t.strictSame(
    lines.filter(line => JSON.parse(line).level >= 40),
    [],
  )
})

t.test('a refused login says why', async t => {
  const { app, platform } = await scene(t)
  const cases: [name: string, over: Record<string, string>, reason: RefusalReason, says: RegExp][] = [
    ['unknown issuer', { iss: 'https://nobody.example' }, 'unknown-platform', /nobody\.example/],
    ['unknown client', { client_id: 'other' }, 'unknown-platform', /client_id other/],
    ['no login_hint', { login_hint: '' }, 'parameter', /login_hint is missing/],
    ['no target', { target_link_uri: '' }, 'parameter', /target_link_uri is missing/],
    ['foreign target', { target_link_uri: 'https://evil.example/x' }, 'target', /evil\.example/],
  ]
  for (const [name, over, reason, says] of cases) {
    const { status, body } = await login13(app, platform, over)
    t.equal(status, refusalStatus(reason), name)
    t.equal(headingOf(body), refusalText(reason, 'en').heading, name)
    t.match(body, says, name)
  }
  const twice = await app.server.inject('/lti/login?iss=a&iss=b&login_hint=u&target_link_uri=http://localhost:3000/')
  t.equal(twice.statusCode, 400)
  await app.db.orm.insert(platforms).values({ ...columnsOf(platform.platform), clientId: 'client-2' })
  t.match((await login13(app, platform, { client_id: '' })).body, 'client_id is missing', 'an issuer with two clients')
  t.equal((await login13(app, platform, { client_id: 'client-2' })).status, 302)
  await app.db.orm.update(platforms).set({ isActive: false }).where(eq(platforms.clientId, 'client-2'))
  t.equal((await login13(app, platform, { client_id: 'client-2' })).status, 403)
})

t.test('accepts good launches', async t => {
  const { app, platform } = await scene(t)
  const now = seconds(app)
  const cases: [name: string, over: Record<string, unknown>, location: RegExp][] = [
    ['a learner', {}, /^\/lti\/pay\?token=m_/],
    ['a teacher', { [`${C}roles`]: [`${ROLE}Instructor`] }, /^\/lti\/teacher\?state=[^&]+&token=/],
    ['an observer', { [`${C}roles`]: [`${ROLE}Mentor`] }, /^\/lti\/observer\?lms=http/],
    ['no role', { [`${C}roles`]: [] }, /^\/lti\/pay/],
    ['one role as a text', { [`${C}roles`]: `${ROLE}Instructor` }, /^\/lti\/teacher/],
    ['a short role', { [`${C}roles`]: ['Instructor'] }, /^\/lti\/teacher/],
    ['an unknown role only', { [`${C}roles`]: [`${ROLE}Gardener`] }, /^\/lti\/pay/],
    ['many roles', { [`${C}roles`]: [`${ROLE}Learner`, `${ROLE}Gardener`, 'x:y', `${ROLE}Instructor`] }, /teacher/],
    ['no role in the course', { [`${C}roles`]: [`${ROLE}None`] }, /^\/lti\/observer\?as=no-role/],
    ['no context', { [`${C}context`]: undefined }, /^\/lti\/observer\?as=no-course/],
    ['a context without an id', { [`${C}context`]: { title: 'ASL' } }, /^\/lti\/observer\?as=no-course/],
    ['an account', { [`${C}context`]: { id: 'a', type: ['Account'] } }, /^\/lti\/observer\?as=no-course/],
    ['a course with types', { [`${C}context`]: { id: 'c', type: [`${ROLE}x#CourseOffering`] } }, /^\/lti\/pay/],
    ['claims that are null', { name: null, [`${C}custom`]: null, [`${C}launch_presentation`]: null }, /^\/lti\/pay/],
    ['no name and no email', { name: undefined, email: undefined }, /^\/lti\/pay/],
    ['an email that is an unexpanded variable', { email: '$Person.email.primary' }, /^\/lti\/pay/],
    ['D2L: begins in half a minute', { nbf: now + 30, iat: now + 30, exp: now + 90 }, /^\/lti\/pay/],
    ['aud as a list of one', { aud: ['client-1'] }, /^\/lti\/pay/],
    ['aud as a list of two with azp', { aud: ['client-1', 'x'], azp: 'client-1' }, /^\/lti\/pay/],
    ['a submission review', { [`${C}message_type`]: 'LtiSubmissionReviewRequest' }, /^\/lti\/pay/],
    [
      'a link to a unit',
      { [`${C}roles`]: [`${ROLE}Instructor`], [`${C}target_link_uri`]: 'http://localhost:3000/lti/launch?unit=3' },
      /&unit=3$/,
    ],
  ]
  for (const [name, over, location] of cases) {
    const answer = await launch13(app, platform, over)
    t.equal(answer.status, 303, name)
    t.match(answer.location, location, name)
  }
})

t.test('refuses bad launches with the right reason', async t => {
  const { app, platform } = await scene(t)
  const now = seconds(app)
  const claim = (name: string, value?: unknown) => ({ [`${C}${name}`]: value })
  const cases: [name: string, over: Record<string, unknown>, reason: RefusalReason][] = [
    ['nonce never issued', { nonce: 'made-up' }, 'state'],
    ['no nonce', { nonce: undefined }, 'parameter'],
    ['wrong audience', { aud: 'client-2' }, 'audience'],
    ['list of two without azp', { aud: ['client-1', 'evil'] }, 'audience'],
    ['wrong azp, single aud', { azp: 'evil' }, 'audience'],
    ['wrong issuer', { iss: 'https://evil.example' }, 'issuer'],
    ['expired five minutes ago', { iat: now - 290, exp: now - 301 }, 'token-time'],
    ['issued five minutes ago', { iat: now - 301, exp: now + 600 }, 'token-time'],
    ['issued in five minutes', { iat: now + 301, exp: now + 600 }, 'token-time'],
    ['issued ten minutes ago', { iat: now - 600, exp: now + 600 }, 'token-time'],
    ['issued tomorrow', { iat: now + 86_400, exp: now + 90_000 }, 'token-time'],
    ['begins in five minutes', { nbf: now + 301 }, 'token-time'],
    ['no exp', { exp: undefined }, 'parameter'],
    ['no iat', { iat: undefined }, 'parameter'],
    ['no deployment', claim('deployment_id'), 'parameter'],
    ['deployment not approved', claim('deployment_id', 'unseen'), 'deployment'],
    ['wrong version', claim('version', '9'), 'version'],
    ['no version', claim('version'), 'version'],
    ['wrong message', claim('message_type', 'X'), 'message-type'],
    ['no roles', claim('roles'), 'parameter'],
    ['no sub', { sub: undefined }, 'parameter'],
    ['no resource link', claim('resource_link'), 'parameter'],
    ['no target', claim('target_link_uri'), 'parameter'],
    ['foreign target', claim('target_link_uri', 'https://evil.example/'), 'target'],
    ['very long context', claim('context', { id: 'x'.repeat(2000) }), 'parameter'],
    ['deep linking without settings', claim('message_type', 'LtiDeepLinkingRequest'), 'parameter'],
  ]
  for (const [name, over, reason] of cases) {
    const { status, body } = await launch13(app, platform, over)
    t.equal(status, refusalStatus(reason), name)
    t.equal(headingOf(body), refusalText(reason, 'en').heading, name)
  }
  t.equal(await countOf(app, 'entitlements'), 0, 'nothing is written')
})

t.test('refuses forged and malformed tokens', async t => {
  const { app, platform } = await scene(t)
  const refused = async (name: string, answer: Promise<{ status: number; body: string }>, reason: RefusalReason) => {
    const { status, body } = await answer
    t.equal(status, refusalStatus(reason), name)
    t.equal(headingOf(body), refusalText(reason, 'en').heading, name)
  }
  await refused('another key', launch13(app, platform, {}, { key: keys.other }), 'id-token')
  await refused('a weak key', launch13(app, platform, {}, { key: keys.weak, kid: 'weak' }), 'id-token')
  await refused('alg none', launch13(app, platform, {}, { alg: 'none' }), 'id-token')
  await refused('RS384', launch13(app, platform, {}, { alg: 'RS384' }), 'id-token')
  await refused('unknown kid', launch13(app, platform, {}, { kid: 'zz' }), 'id-token')
  const login = await login13(app, platform)
  const head = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'k1' })).toString('base64url')
  const body = Buffer.from(JSON.stringify(claimsOf(app, platform, login))).toString('base64url')
  const pem = keys.good.publicKey.export({ type: 'spki', format: 'pem' })
  const forged = `${head}.${body}.${createHmac('sha256', pem).update(`${head}.${body}`).digest('base64url')}`
  await refused(
    'HS256 with the public key',
    post13(app, { id_token: forged, state: login.state }, login.cookie),
    'id-token',
  )
  for (const garbage of ['a.b.c', 'x', `${head}.bnVsbA.x`, `${head}.W10.x`])
    await refused(garbage, post13(app, { id_token: garbage, state: login.state }, login.cookie), 'id-token')
  await refused('made-up state', launch13(app, platform, {}, { state: 'nope' }), 'state')
  await refused('no state', post13(app, { id_token: forged }), 'parameter')
  await refused('very long token', post13(app, { id_token: 'x'.repeat(70_000), state: 's' }), 'parameter')
  t.equal(
    (await post13(app, { id_token: signJwt(claimsOf(app, platform, login)), state: login.state }, login.cookie)).status,
    303,
    'the login still works',
  )
})

t.test('accepts a launch once, even with twenty parallel requests', async t => {
  const { app, platform } = await scene(t)
  const login = await login13(app, platform)
  const fields = { id_token: signJwt(claimsOf(app, platform, login)), state: login.state }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post13(app, fields, login.cookie)))
  t.equal(answers.filter(a => a.status === 303).length, 1)
  const late = await post13(app, fields, login.cookie)
  t.equal(headingOf(late.body), refusalText('nonce', 'en').heading)
  t.equal(await countOf(app, 'entitlements'), 1)
})

t.test('refuses the token of another login, and a login older than ten minutes', async t => {
  const { app, platform } = await scene(t)
  const [a, b] = [await login13(app, platform), await login13(app, platform)]
  const mixed = await post13(app, { id_token: signJwt(claimsOf(app, platform, a)), state: b.state }, b.cookie)
  t.equal(headingOf(mixed.body), refusalText('state', 'en').heading)
  app.clock.advance(10 * 60 * 1000 + 1)
  const late = await post13(app, { id_token: signJwt(claimsOf(app, platform, a)), state: a.state }, a.cookie)
  t.equal(headingOf(late.body), refusalText('state', 'en').heading)
})

t.test('without the login cookie the person is asked to continue, also on Canvas', async t => {
  const app = await testApp(t)
  for (const preset of ['custom', 'canvas'] as const) {
    const platform = await practicePlatform(t, app, { preset, clientId: 'client-1' })
    const login = await login13(app, platform)
    const fields = { id_token: signJwt(claimsOf(app, platform, login)), state: login.state }
    const bare = await post13(app, fields)
    t.equal(bare.status, 200)
    t.match(textOf(bare.body), 'Continue as Noé Díaz in ASL')
    t.notMatch(bare.body, 'new window')
    t.equal((await post13(app, fields, '__Host-lti_000000000000=x')).status, 200, 'a made-up cookie')
    t.equal((await post13(app, { ...fields, lti_storage_value: 'x' })).status, 200, 'a made-up stored value')
    t.equal((await post13(app, fields, login.cookie)).status, 303, 'the real cookie still works')
  }
})

t.test('stores the value in the platform at login and reads it at launch', async t => {
  const { app, platform } = await scene(t)
  const put = await login13(app, platform, { lti_storage_target: 'lms_frame' })
  t.equal(put.status, 200)
  const props = JSON.parse(
    (put.body.match(/data-props="([^"]*)"/)?.[1] ?? '{}').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )
  t.hasStrict(props, { mode: 'put', storage: { target: 'lms_frame', origin: platform.base } })
  const next = new URL(props.next)
  const login = { nonce: next.searchParams.get('nonce') ?? '' }
  const fields = { id_token: signJwt(claimsOf(app, platform, login)), state: next.searchParams.get('state') ?? '' }
  const get = await post13(app, fields)
  t.match(get.body, 'lti_storage_value')
  t.match((await post13(app, { ...fields, lti_storage_value: '' })).body, 'Continue as', 'storage that does not answer')
  const good = { ...fields, lti_storage_value: props.value }
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }] as Record<
    string,
    string
  >[])
    t.match((await post13(app, good, '', headers)).body, 'Continue as', 'the form of another site')
  const ours = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
  const cookie = put.cookie.split('=')[1] ?? ''
  t.not(cookie, props.value)
  t.match(
    (await post13(app, { ...fields, lti_storage_value: cookie }, '', ours)).body,
    'Continue as',
    "the cookie's value",
  )
  t.equal((await post13(app, good, '', ours)).status, 303)
})

t.test('takes no stored value for a login that asked for no storage', async t => {
  const { app, platform } = await scene(t)
  const login = await login13(app, platform)
  const fields = { id_token: signJwt(claimsOf(app, platform, login)), state: login.state }
  const headers = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
  const stored = login.cookie.split('=')[1] ?? ''
  t.match((await post13(app, { ...fields, lti_storage_value: stored }, '', headers)).body, 'Continue as')
})

t.test('shows an error from the platform, escaped', async t => {
  const { app } = await scene(t)
  const { status, body } = await post13(app, {
    error: 'access_denied',
    error_description: '<script>x</script>',
    state: 's',
  })
  t.equal(status, 400)
  t.equal(headingOf(body), refusalText('platform-error', 'en').heading)
  t.match(body, 'access_denied: &lt;script&gt;')
  const spent = {
    error: 'launch_no_longer_valid',
    error_description: 'The launch has already been consumed',
    state: 's',
  }
  t.equal(headingOf((await post13(app, spent)).body), refusalText('platform-spent', 'en').heading)
})

t.test('approves the first deployment automatically; later ones wait with their course shown', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app, {
    approvesFirst: true,
    deployment: { deploymentId: 'old', status: 'refused' },
  })
  const from = (id: string) =>
    launch13(app, platform, { [`${C}deployment_id`]: id, [`${C}tool_platform`]: { name: 'River High' } })
  const firsts = await Promise.all([from('a'), from('a'), from('b')])
  t.equal(firsts.filter(a => a.status === 403).length >= 1, true, 'one of two parallel first launches waits')
  const rows = await app.db.orm.select().from(deployments)
  t.equal(rows.filter(r => r.status === 'approved').length, 1)
  t.hasStrict(
    rows.find(r => r.status === 'waiting'),
    { seenTitle: 'ASL', seenName: 'River High', schoolId: null },
  )
  const old = await from('old')
  t.equal(old.status, 403, 'a refused deployment stays refused')
  t.match(old.body, 'We turned off this tool for your school.')
  t.match((await from('c')).body, 'new link is being checked')
})

t.test('a check does not count as first launch of a deployment', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app, {
    approvesFirst: true,
    deployment: { deploymentId: 'old', status: 'refused' },
  })
  const from = (id: string, custom: object = {}) =>
    launch13(app, platform, {
      [`${C}deployment_id`]: id,
      [`${C}custom`]: custom,
      [`${C}roles`]: [`${ROLE}Instructor`],
    })
  t.match((await from('test', { check: '1' })).body, 'This launch is good')
  t.equal((await app.db.orm.select().from(deployments)).length, 1, 'nothing is written')
  t.equal((await from('school')).status, 303, 'approved automatically')
  t.equal((await from('test', { check: '1' })).status, 403)
  const [waits] = await app.db.orm.select().from(deployments).where(eq(deployments.deploymentId, 'test'))
  t.hasStrict(waits, { status: 'waiting', seenTitle: 'ASL' }, 'an unapproved deployment appears in the inbox')
})

t.test('keeps roles, services and course data; absent claims overwrite nothing', async t => {
  const { app, platform } = await scene(t)
  const services = {
    sub: 'ana',
    'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
      scope: ['s1'],
      lineitems: 'https://lms.example/items',
      lineitem: 'https://lms.example/items/1',
    },
    'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
      context_memberships_url: 'https://lms.example/members',
    },
  }
  const { token } = await launch13(app, platform, services)
  await launch13(app, platform, {
    sub: 'ana',
    email: '',
    name: undefined,
    [`${C}context`]: { id: 'ctx-1' },
    [`${C}roles`]: [`${ROLE}Instructor`],
  })
  const [row, ...more] = await app.db.orm.select().from(entitlements)
  t.strictSame(more, [])
  t.hasStrict(row, { kind: 'membership', token, role: 'instructor' })
  t.hasStrict(await app.db.orm.select().from(gradeTargets), [
    { resourceLink: 'r', lineItemUrl: 'https://lms.example/items/1', lineItemsUrl: 'https://lms.example/items' },
  ])
  t.hasStrict(await findEntitlement(app, token), { name: 'Noé Díaz', course: { title: 'ASL' } })
})

t.test('caches platform keys, and survives rotation, outage, bad answers and large answers', async t => {
  const { app, platform } = await scene(t)
  const { state } = platform
  await Promise.all(Array.from({ length: 5 }, () => launch13(app, platform)))
  t.equal(state.fetches, 1, 'five parallel launches fetch once')
  state.jwks = { keys: [jwk(keys.other, 'k2')] }
  t.equal((await launch13(app, platform, {}, { key: keys.other, kid: 'k2' })).status, 303, 'rotated')
  t.equal(state.fetches, 2)
  for (let i = 0; i < 20; i++) await launch13(app, platform, { nonce: 'x' }, { kid: `none-${i}` })
  t.equal(state.fetches, 2, 'a token with a wrong nonce fetches nothing')
  for (let i = 0; i < 20; i++) t.equal((await launch13(app, platform, {}, { kid: `none-${i}` })).status, 401)
  t.ok(state.fetches <= 7, `six a minute at most: ${state.fetches}`)
  app.clock.advance(2 * 60 * 60 * 1000)
  state.jwks = reply => reply.code(503).send('down')
  t.equal(
    (await launch13(app, platform, {}, { key: keys.other, kid: 'k2' })).status,
    303,
    'down: the cached keys still work',
  )
  for (const [name, jwks] of Object.entries({
    'not JSON': (reply: import('fastify').FastifyReply) => reply.send('<html>'),
    'a redirect': (reply: import('fastify').FastifyReply) => reply.redirect('http://169.254.169.254/', 302),
    huge: (reply: import('fastify').FastifyReply) => reply.send(JSON.stringify({ keys: [], x: 'x'.repeat(1_100_000) })),
  })) {
    app.clock.advance(2 * 60 * 1000)
    state.jwks = jwks
    const { status, body } = await launch13(app, platform, {}, { kid: 'new' })
    t.equal(headingOf(body), refusalText('platform-keys', 'en').heading, name)
    t.equal(status, 401)
  }
  for (let i = 0; i < 8; i++) {
    const { body } = await launch13(app, platform, {}, { kid: 'new' })
    t.equal(
      headingOf(body),
      refusalText('platform-keys', 'en').heading,
      'also when it was asked often enough in this minute',
    )
  }
  app.clock.advance(2 * 60 * 1000)
  state.jwks = () => new Promise(() => {})
  const hanging = await launch13(app, platform, {}, { kid: 'hang' })
  t.equal(headingOf(hanging.body), refusalText('platform-keys', 'en').heading, 'a host that hangs is given up')
  state.jwks = { keys: [{ kid: 'k3', kty: 'RSA', n: 'x' }, null as never, { kid: 'k3' }] }
  app.clock.advance(2 * 60 * 1000)
  t.equal((await launch13(app, platform, {}, { kid: 'k3' })).status, 401, 'malformed keys')
  const many = Array.from({ length: 150 }, (_, i) => jwk(keys.other, `old-${i}`))
  state.jwks = reply => reply.code(201).send(`\u{feff}${JSON.stringify({ keys: [...many, jwk(keys.good, '4')] })}`)
  app.clock.advance(2 * 60 * 1000)
  t.equal((await launch13(app, platform, {}, { kid: '4' })).status, 303, 'the last of many keys')
})

t.test('a clock may differ by five minutes, and the refusal names both', async t => {
  const { app, platform } = await scene(t)
  const now = seconds(app)
  for (const [name, over] of Object.entries({
    'a slow LMS whose tokens last a minute': { iat: now - 299, exp: now - 239 },
    'a fast LMS': { iat: now + 299, exp: now + 360, nbf: now + 299 },
  }))
    t.equal((await launch13(app, platform, over)).status, 303, name)
  const { body } = await launch13(app, platform, { iat: now - 400, exp: now - 340 })
  const at = (time: number) => new Date(time * 1000).toISOString().slice(11, 19)
  t.match(textOf(body), `${at(now - 400)} UTC when it was`)
  t.match(textOf(body), `${at(now)} UTC here, 400 seconds later`)
  t.notMatch(textOf(body), /is wrong/, 'blames none')
})

t.test('finds the key of a platform', async t => {
  const old = jwk(keys.good, 'k1')
  const { kid: _, ...nameless } = jwk(keys.other, 'k1')
  const cases: [name: string, then: Platform13['state']['jwks'], kid: string, status: number][] = [
    ['a new key under the old id', { keys: [jwk(keys.other, 'k1')] }, 'k1', 303],
    ['an old and a new key under one id', { keys: [old, jwk(keys.other, 'k1')] }, 'k1', 303],
    ['one key without an id', { keys: [nameless] }, 'any', 303],
    ['two keys, one of them without an id', { keys: [old, nameless] }, 'any', 401],
    ['one key with another id', { keys: [jwk(keys.other, 'k2')] }, 'any', 401],
    ['a new key that is not the right one', { keys: [jwk(keys.weak, 'k1')] }, 'k1', 401],
  ]
  for (const [name, then, kid, status] of cases) {
    const { app, platform } = await scene(t)
    t.equal((await launch13(app, platform)).status, 303)
    platform.state.jwks = then
    t.equal((await launch13(app, platform, {}, { key: keys.other, kid })).status, status, name)
    t.ok(platform.state.fetches <= 3, `${name}: asks once more`)
    t.equal((await launch13(app, platform, {}, { key: keys.other, kid })).status, status, `${name}, again`)
  }
  const { app, platform } = await scene(t)
  let turns = 0
  platform.state.jwks = reply => (turns++ < 1 ? reply.redirect(`${platform.base}/jwks`) : reply.send({ keys: [old] }))
  t.equal((await launch13(app, platform)).status, 303, 'follows a redirect')
  platform.state.jwks = reply => reply.redirect(`${platform.base}/jwks`)
  const { body } = await launch13(app, platform, {}, { kid: 'new' })
  t.match(textOf(body), `it answered with 302, a redirect to ${platform.base}/jwks`)
})

t.test('publishes our keys without private parts, and rotates them', async t => {
  const { app } = await scene(t)
  const read = async () => (await app.server.inject('/lti/keys')).json().keys as Record<string, string>[]
  const [first] = await Promise.all([read(), read(), read()])
  t.equal(first.length, 2)
  t.ok(first.every(k => k.kty === 'RSA' && k.alg === 'RS256' && k.kid && !k.d))
  const shared = { id: 0, hasOwnKeys: false }
  const before = await getSigningKey(app, shared)
  t.equal((await read()).length, 2, 'created once')
  app.clock.advance(31 * 24 * 60 * 60 * 1000)
  await Promise.all([rotateToolKeys(app), rotateToolKeys(app)])
  const after = await getSigningKey(app, shared)
  t.not(after.kid, before.kid)
  const kids = (await read()).map(k => k.kid)
  t.ok(kids.includes(before.kid) && kids.includes(after.kid) && kids.length === 3, 'the old key stays published')
  t.ok(
    first.some(k => k.kid === after.kid),
    'the new key was published before it signs',
  )
})
