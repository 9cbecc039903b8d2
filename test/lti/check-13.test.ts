import { eq } from 'drizzle-orm'
import t from 'tap'
import { platforms } from '#src/schools/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import {
  C,
  claimsOf,
  keys,
  type Login13,
  launch13,
  login13,
  type Platform13,
  post13,
  practicePlatform,
  ROLE,
  type SignHow,
  signJwt,
} from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import type { Test } from '../support/test.ts'

/** A teacher's launch from a link that asks for the check. */
const CHECK = { [`${C}roles`]: [`${ROLE}Instructor`], [`${C}custom`]: { check: '1' } }
const claim = (name: string, value?: unknown) => ({ [`${C}${name}`]: value })

const scene = async (test: Test) => {
  const app = await testApp(test)
  const platform = await practicePlatform(test, app)
  const check = async (over: object = {}, how: SignHow & { cookie?: string; state?: string } = {}) => {
    const { status, body } = await launch13(app, platform, { ...CHECK, ...over }, how)
    return { status, text: textOf(body) }
  }
  return { app, platform, check, now: Math.floor(app.clock.now().getTime() / 1000) }
}

t.test('the check names each fault of a token separately', async t => {
  const { app, check, now } = await scene(t)
  const cases: [name: string, says: string, over: object, how?: Parameters<typeof check>[1]][] = [
    ['wrong aud', 'aud is not our client_id', { aud: 'client-2' }],
    ['two audiences', 'aud names more than one client, and azp is missing', { aud: ['client-1', 'x'] }],
    ['wrong azp', 'azp is not our client_id', { azp: 'x' }],
    ['wrong iss', 'iss is not the issuer that started the login', { iss: 'https://other.example' }],
    ['expired', 'the id_token has expired (exp)', { iat: now - 290, exp: now - 301 }],
    ['too old', 'the id_token was issued too long ago: the LMS wrote', { iat: now - 600, exp: now + 600 }],
    ['too early', 'the id_token was issued in the future: the LMS wrote', { iat: now + 301, exp: now + 600 }],
    ['not yet', 'the id_token is not valid yet (nbf)', { nbf: now + 301 }],
    ['unknown kid', 'is not among the public keys of the platform: zz', {}, { kid: 'zz' }],
    ['no kid', 'the id_token does not name a key (kid)', {}, { kid: '' }],
    ['alg none', 'the id_token must be signed with RS256', {}, { alg: 'none' }],
    ['bad signature', 'the signature does not match the public key of the platform', {}, { key: keys.other }],
    ['weak key', 'the key of the platform has fewer than 2048 bits', {}, { key: keys.weak, kid: 'weak' }],
    ['nonce of another login', 'the nonce does not belong to this login', { nonce: 'made-up' }],
    ['no nonce', 'nonce is missing', { nonce: undefined }],
    ['no deployment', 'deployment_id is missing', claim('deployment_id')],
    ['deployment not approved', 'deployment_id unseen', claim('deployment_id', 'unseen')],
    ['wrong version', 'version is not 1.3.0', claim('version', '2')],
    ['wrong message', 'message_type is not supported', claim('message_type', 'X')],
    ['no resource link', 'resource_link is missing', claim('resource_link', {})],
    [
      'another target',
      'target_link_uri is not an address of this tool',
      claim('target_link_uri', 'https://x.example/'),
    ],
    ['unknown state', 'this state does not belong to a login', {}, { state: 'nope' }],
    ['another browser', 'opened the link in this browser', {}, { cookie: '__Host-lti_000000000000=x' }],
  ]
  for (const [name, says, over, how] of cases) {
    const { status, text } = await check(over, how)
    t.match(String(status), /^40[013]$/, name)
    t.match(text.toLowerCase(), says.toLowerCase(), name)
    t.match(text, 'What your LMS sent', name)
    const others = cases.filter(([, other]) => other !== says && text.toLowerCase().includes(other.toLowerCase()))
    t.strictSame(
      others.map(([other]) => other),
      [],
      `${name} and nothing else`,
    )
  }
  t.equal(await countOf(app, 'entitlements'), 0)
})

t.test('shows the last day of the term as the LMS sent it', async t => {
  const { check } = await scene(t)
  const { text } = await check(claim('custom', { check: '1', section_end_at: '2026-12-20' }))
  t.match(text, 'Term ends 12/20/26')
  const bare = (await check(claim('custom', { check: '1' }))).text
  t.match(bare, 'Term ends not sent')
  t.match(bare, 'Canvas course not sent')
})

t.test('reports a login that was used, expired or not named', async t => {
  const { app, platform } = await scene(t)
  const post = async (login: Login13, fields: Record<string, string> = {}) => {
    const token = signJwt(claimsOf(app, platform, login, CHECK))
    const { status, body } = await post13(app, { id_token: token, state: login.state, ...fields }, login.cookie)
    return { status, text: textOf(body) }
  }
  const used = await login13(app, platform)
  t.match((await post(used)).text, 'This launch is good')
  const again = await post(used)
  t.equal(again.status, 401)
  t.match(again.text, 'the login of this launch was already used')
  t.match(again.text, 'The signature is valid: the message came from your LMS.')
  t.match((await post(await login13(app, platform), { state: '' })).text, 'state is missing')
  const late = await login13(app, platform)
  app.clock.advance(10 * 60 * 1000 + 1)
  t.match((await post(late)).text, 'the login began more than ten minutes ago')
})

t.test('reports all faults of a token at once', async t => {
  const { check, now } = await scene(t)
  const { text } = await check(
    { aud: 'client-2', iat: now - 800, exp: now - 700, ...claim('version', '2'), ...claim('target_link_uri', 'x') },
    { key: keys.other },
  )
  for (const says of [
    'aud is not our client_id',
    '800 seconds later.',
    'The id_token has expired (exp).',
    'Version is not 1.3.0.',
    'Target_link_uri is not an address of this tool.',
    'The signature does not match the public key of the platform.',
  ])
    t.match(text, says)
})

/** Posts a launch by somebody who began no login. */
const forged = (app: TestApp, platform: Platform13) =>
  post13(app, {
    id_token: signJwt(claimsOf(app, platform, { nonce: 'n' }, { ...CHECK, iss: 'https://x.example', aud: 'guess' })),
    state: 'made-up',
  })

t.test('tells a stranger nothing about a platform, and fetches no keys for them', async t => {
  const { app, platform, check } = await scene(t)
  const { status, body } = await forged(app, platform)
  t.equal(status, 401)
  const text = textOf(body)
  t.match(text, 'this state does not belong to a login')
  t.match(text, 'We did not check the signature')
  for (const secret of [platform.base, 'client-1', 'aud is not', 'iss is not', 'nonce is not']) t.notMatch(text, secret)
  const elsewhere = await check({}, { cookie: 'none=x', key: keys.other })
  t.match(elsewhere.text, 'We did not check the signature')
  t.equal(platform.state.fetches, 0)
  const student = await check(claim('roles', [`${ROLE}Learner`]), { kid: 'zz' })
  t.notMatch(student.text, 'What your LMS sent', 'a student gets the plain page')
})

t.test('reports unreadable keys and a platform that is switched off', async t => {
  const { app, platform, check } = await scene(t)
  platform.state.jwks = reply => reply.code(503).send('down')
  const down = await check()
  t.match(down.text, 'the public keys could not be read')
  t.equal(platform.state.fetches, 1, 'fetched once')
  const login = await login13(app, platform)
  await app.db.orm.update(platforms).set({ isActive: false }).where(eq(platforms.id, platform.platform.id))
  const token = signJwt(claimsOf(app, platform, login, CHECK))
  const off = await post13(app, { id_token: token, state: login.state }, login.cookie)
  t.match(textOf(off.body), 'this platform is not activated here')
})
