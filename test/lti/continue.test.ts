import { eq } from 'drizzle-orm'
import t from 'tap'
import { mintToken } from '#src/core/crypto.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { deleteExpiredLaunches } from '#src/lti/launch-diary.ts'
import { type RefusalReason, refusalStatus } from '#src/lti/rules/launch-refusals.ts'
import { ltiLogins } from '#src/lti/store/schema.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import { platforms } from '#src/schools/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { press } from '../support/continue.ts'
import { readDiary } from '../support/diary.ts'
import { headingOf, textOf } from '../support/html.ts'
import { C, claimsOf, login13, type Platform13, post13, practicePlatform, ROLE, signJwt } from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/** A launch whose browser returns no cookie, in a platform without storage (docs/rules/launches.md). */
const scene = async (test: Test, given: Parameters<typeof practicePlatform>[2] = {}) => {
  const app = await testApp(test)
  return { app, platform: await practicePlatform(test, app, given) }
}

const DEEP_LINK = {
  [`${C}message_type`]: 'LtiDeepLinkingRequest',
  [`${C}roles`]: [`${ROLE}Instructor`],
  [`${C}resource_link`]: undefined,
  'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
    deep_link_return_url: 'https://lms.example/return',
    accept_types: ['ltiResourceLink'],
    accept_presentation_document_targets: ['iframe'],
  },
}

/** Opens the address behind the button without pressing it, as a reload does. */
const openContinue = (app: TestApp, language = 'en') =>
  app.server.inject({ url: '/lti/continue', headers: { 'accept-language': language } })

const launchBlind = async (app: TestApp, platform: Platform13, over: Record<string, unknown> = {}, how = {}) => {
  const login = await login13(app, platform)
  const fields = { id_token: signJwt(claimsOf(app, platform, login, over), how), state: login.state }
  return { fields, login, ...(await post13(app, fields)) }
}

t.test('asks by name, and the click opens the launch once', async t => {
  const { app, platform } = await scene(t)
  const { status, body, policy, fields, login } = await launchBlind(app, platform)
  t.equal(status, 200)
  t.match(textOf(body), 'Continue as Noé Díaz in ASL')
  t.notMatch(body, fields.id_token, 'the page carries no token')
  t.notMatch(body, login.state)
  t.notMatch(policy, /https:(\s|;)/)
  t.equal(await countOf(app, 'entitlements'), 0, 'nothing is written before the click')
  const opened = await press(app, body)
  t.equal(opened.status, 303)
  t.match(opened.location, /^\/lti\/pay\?token=m_/)
  t.equal(await countOf(app, 'lti_logins where claims is not null'), 0, 'the claims are gone')
  const again = await press(app, body)
  t.equal(again.status, 401)
  t.equal(headingOf(again.body), refusalText('nonce', 'en').heading)
  const replayed = await post13(app, fields, login.cookie)
  t.equal(headingOf(replayed.body), refusalText('nonce', 'en').heading, 'the login is spent for the token too')
  await deleteExpiredLaunches(app)
  const me = await signedIn(app)
  await until('the diary is written', async () => (await countOf(app, 'launch_diary')) === 4)
  const diary = textOf((await me.open('/launches')).body)
  t.match(diary, 'opened the payment page, by Continue')
  t.match(diary, 'asked to press Continue')
  const lines = [...(await readDiary(app)).values()].map(({ outcome, binding }) => `${outcome} ${binding}`)
  t.strictSame(lines.sort(), ['asked null', 'nonce click', 'nonce cookie', 'pay click'])
})

t.test('the question is asked in the other language too, and the course opens in it', async t => {
  const { app, platform } = await scene(t)
  const { body } = await launchBlind(app, platform)
  t.match(body, /<button [^>]*value="es" lang="es" name="show_in">Español<\/button>/)
  const spanish = await press(app, body, { fields: { show_in: 'es' } })
  t.equal(spanish.status, 200)
  t.match(textOf(spanish.body), 'Un paso más Tu navegador bloquea las cookies aquí.')
  t.match(textOf(spanish.body), 'Continuar como Noé Díaz en ASL')
  t.match(spanish.body, /<button [^>]*value="en" lang="en" name="show_in">English<\/button>/)
  t.equal(await countOf(app, 'entitlements'), 0, 'a change of language opens nothing')
  const opened = await press(app, spanish.body, { fields: { lang: 'es' } })
  t.match(opened.location, /^\/lti\/pay\?token=m_[\w-]+&lang=es$/)
  t.match((await app.server.inject(opened.location)).body, '<html lang="es">')
  const without = opened.location.replace('&lang=es', '')
  t.match((await app.server.inject(without)).body, '<html lang="es">', 'kept with the person')
  const forged = await press(app, body, { fields: { show_in: 'es' }, headers: { origin: 'https://evil.example' } })
  t.equal(forged.status, 401)
})

t.test('opens every kind of launch: teacher, deep linking, dictionary refused, no name', async t => {
  const { app, platform } = await scene(t)
  const cases: [name: string, over: Record<string, unknown>, button: string, location: RegExp][] = [
    ['a teacher', { [`${C}roles`]: [`${ROLE}Instructor`] }, 'Continue as Noé Díaz in ASL', /^\/lti\/teacher\?/],
    ['deep linking', DEEP_LINK, 'Continue as Noé Díaz in ASL', /^\/lti\/deep_link\?/],
    ['an observer', { [`${C}roles`]: [`${ROLE}Mentor`] }, 'Continue as Noé Díaz in ASL', /^\/lti\/observer/],
    ['Spanish', { locale: 'es-US' }, 'Continuar como Noé Díaz en ASL', /^\/lti\/pay/],
    ['no name', { name: undefined }, 'Continue to ASL', /^\/lti\/pay/],
    ['two names', { name: '', given_name: 'Noé', family_name: 'D' }, 'Continue as Noé D in ASL', /^\/lti\/pay/],
    ['no title', { [`${C}context`]: { id: 'bare' } }, 'Continue as Noé Díaz in your course', /^\/lti\/pay/],
    ['text that a database cannot store', { name: 'No\0é <b>', x: '\\u0000 \0' }, 'Continue as Noé b in ASL', /pay/],
  ]
  for (const [name, over, button, location] of cases) {
    const { status, body } = await launchBlind(app, platform, over)
    t.equal(status, 200, name)
    t.match(textOf(body), button, name)
    t.match((await press(app, body)).location, location, name)
  }
})

t.test('verifies everything before it asks', async t => {
  const { app, platform } = await scene(t)
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const cases: [name: string, over: Record<string, unknown>, reason: RefusalReason, how?: object][] = [
    ['signature', {}, 'id-token', { kid: 'zz' }],
    ['nonce', { nonce: 'made-up' }, 'state'],
    ['issuer', { iss: 'https://evil.example' }, 'issuer'],
    ['audience', { aud: 'x' }, 'audience'],
    ['time', { iat: now - 600, exp: now + 60 }, 'token-time'],
    ['deployment', { [`${C}deployment_id`]: 'unseen' }, 'deployment'],
    ['target', { [`${C}target_link_uri`]: 'https://evil.example/' }, 'target'],
    ['a launch check', { [`${C}custom`]: { check: '1' }, [`${C}roles`]: [`${ROLE}Instructor`] }, 'browser'],
  ]
  for (const [name, over, reason, how] of cases) {
    const { status, body } = await launchBlind(app, platform, over, how)
    t.equal(status, refusalStatus(reason), name)
    t.match(textOf(body), refusalText(reason, 'en').what, name)
  }
  t.equal(await countOf(app, 'lti_logins where claims is not null'), 0)
})

t.test('takes a click from our page only, from the network and User-Agent of the login', async t => {
  const { app, platform } = await scene(t)
  const { body } = await launchBlind(app, platform)
  const bad: [name: string, how: Parameters<typeof press>[2]][] = [
    ['another site', { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }],
    ['a sister site', { headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' } }],
    ['another origin without fetch metadata', { headers: { origin: 'https://evil.example' } }],
    ['a sandboxed page', { headers: { origin: 'null' } }],
    ['no header at all', { headers: {} }],
    ['another network', { remoteAddress: '203.0.113.9' }],
    ['another browser', { userAgent: 'Other/1.0' }],
  ]
  for (const [name, how] of bad) {
    const { status, body: page } = await press(app, body, how)
    t.equal(status, 401, name)
    t.equal(headingOf(page), refusalText('browser', 'en').heading, name)
  }
  t.equal((await press(app, body, { id: mintToken('c') })).status, 401, 'a made-up id')
  t.equal((await press(app, body, { id: '' })).status, 401, 'no id')
  t.equal(await countOf(app, 'entitlements'), 0)
  t.equal((await press(app, body, { headers: { origin: 'http://localhost:3000' } })).status, 303, 'an old iPad')
})

t.test('a launch from another network than its login is not asked', async t => {
  const { app, platform } = await scene(t)
  const login = await login13(app, platform, {}, { remoteAddress: '203.0.113.9' })
  const answer = await post13(app, { id_token: signJwt(claimsOf(app, platform, login)), state: login.state })
  t.equal(headingOf(answer.body), refusalText('browser', 'en').heading)
})

t.test('twenty clicks at once open one page', async t => {
  const { app, platform } = await scene(t)
  const { body } = await launchBlind(app, platform)
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(app, body)))
  t.equal(answers.filter(a => a.status === 303).length, 1)
  t.equal(answers.filter(a => a.status === 401).length, 19)
  t.equal(await countOf(app, 'entitlements'), 1)
})

t.test('the click is good for five minutes, also when the login is nearly over', async t => {
  const { app, platform } = await scene(t)
  const late = await login13(app, platform)
  app.clock.advance(9 * 60 * 1000)
  const asked = await post13(app, { id_token: signJwt(claimsOf(app, platform, late)), state: late.state })
  app.clock.advance(4 * 60 * 1000)
  await deleteExpired(app)
  t.equal((await press(app, asked.body)).status, 303)

  const { body } = await launchBlind(app, platform)
  app.clock.advance(5 * 60 * 1000)
  const over = await press(app, body)
  t.equal(headingOf(over.body), refusalText('continue', 'en').heading)
  t.match(over.policy, platform.base, 'the refusal shows inside the LMS')
  await deleteExpired(app)
  t.equal(await countOf(app, 'lti_logins where claims is not null'), 0, 'expired claims are deleted')
})

t.test('a reload of the page replaces its id', async t => {
  const { app, platform } = await scene(t)
  const { fields, body } = await launchBlind(app, platform)
  const second = await post13(app, fields)
  t.equal((await press(app, body)).status, 401)
  t.equal((await press(app, second.body)).status, 303)
})

t.test('a platform may turn it off, also between page and click', async t => {
  const { app, platform } = await scene(t)
  const { body } = await launchBlind(app, platform)
  const set = (change: Partial<typeof platforms.$inferInsert>) =>
    app.db.orm.update(platforms).set(change).where(eq(platforms.id, platform.platform.id))
  await set({ isActive: false })
  t.equal((await press(app, body)).status, 403)
  await set({ isActive: true, opensWithoutCookies: false })
  t.equal(headingOf((await press(app, body)).body), refusalText('browser', 'en').heading)
  const refused = await launchBlind(app, platform)
  t.equal(headingOf(refused.body), refusalText('browser', 'en').heading)
  t.notMatch(refused.body, /Continue as|new window/)
})

t.test('only the platform may frame the page, whoever sent the launch', async t => {
  const app = await testApp(t)
  const cloud = await practicePlatform(t, app, { domain: 'school.instructure.com', preset: 'canvas' })
  const login = await login13(app, cloud, {}, { headers: { origin: 'https://evil.example' } })
  const claims = claimsOf(app, cloud, login, {
    [`${C}launch_presentation`]: { return_url: 'https://vanity.example/back' },
    [`${C}custom`]: { canvas_api_domain: 'teacher-typed.example' },
  })
  const { policy } = await post13(app, { id_token: signJwt(claims), state: login.state }, '', {
    origin: 'https://evil.example',
  })
  const framers = policy.match(/frame-ancestors ([^;]*)/)?.[1] ?? ''
  t.match(framers, "'self' https://vanity.example")
  t.match(framers, 'https://*.instructure.com')
  t.notMatch(framers, /evil|teacher-typed|https:(\s|$)/)
})

t.test('keeps no claims in a login that was used meanwhile', async t => {
  const { app, platform } = await scene(t)
  const login = await login13(app, platform)
  const fields = { id_token: signJwt(claimsOf(app, platform, login)), state: login.state }
  await Promise.all([post13(app, fields, login.cookie), post13(app, fields)])
  const [row] = await app.db.orm.select().from(ltiLogins)
  t.ok(row?.consumedAt)
  t.equal(row?.claims, null)
})

t.test('a reload of the address behind the button says what to do', async t => {
  const app = await testApp(t)
  const { statusCode, headers, body } = await openContinue(app)
  t.equal(statusCode, 401)
  t.match(headers['content-type'], 'text/html')
  t.match(textOf(body), 'The Continue button works once, for five minutes.')
  t.match((await openContinue(app, 'es')).body, '<html lang="es"')
})
