import t from 'tap'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { C, claimsOf, login13, post13, practicePlatform, signJwt } from '../support/oidc.ts'
import { launchFields, makeConsumer, postLaunch, secondsOf } from '../support/school.ts'
import { formBody, signPairs } from '../support/sign.ts'

/** Frames that each page allows (docs/rules/launches.md). Never every https page, never a list of all schools. */

const framersOf = (policy: unknown): string => String(policy).match(/frame-ancestors ([^;]*)/)?.[1] ?? ''

const get = async (app: TestApp, url: string, headers: Record<string, string> = {}) => {
  const answer = await app.server.inject({ url, headers })
  return { status: answer.statusCode, framers: framersOf(answer.headers['content-security-policy']) }
}

const launch11 = async (
  app: TestApp,
  key: string,
  origin: string | null,
  over: Record<string, string> = {},
  secret?: string,
) => {
  const signed = signPairs('http://localhost:3000/lti/launch', launchFields(key, over), {
    timestamp: secondsOf(app),
    ...(secret ? { secret } : {}),
  })
  const { status, location, policy } = await postLaunch(app, formBody(signed), '/lti/launch', origin ? { origin } : {})
  return { status, location, framers: framersOf(policy) }
}

t.test('1.1: the signed return address may frame the pages, else the pages that sent the launches', async t => {
  const app = await testApp(t)
  const { key } = await makeConsumer(app)
  const back = { launch_presentation_return_url: 'https://lms.example/mod/return' }
  const signed = await launch11(app, key, 'https://evil.example', { ...back, context_id: 'signed' })
  t.equal((await get(app, signed.location)).framers, "'self' https://lms.example", 'a signed one wins')
  const bare = await launch11(app, key, 'https://bare.example', { context_id: 'bare' })
  t.equal((await get(app, bare.location)).framers, "'self' https://bare.example")
  const teacher = { context_id: 'bare', roles: 'Instructor' }
  for (const n of [1, 2, 3, 4]) await launch11(app, key, `https://bare${n}.example`, teacher)
  t.equal(
    (await get(app, bare.location)).framers,
    "'self' https://bare.example https://bare4.example https://bare3.example https://bare2.example",
    "the student's own, and the newest three of teachers",
  )
  await launch11(app, key, 'https://evil.example', { ...back, context_id: 'bare' })
  t.equal((await get(app, bare.location)).framers, "'self' https://lms.example", 'a signed one replaces them')
  const none = await launch11(app, key, null, { context_id: 'none' })
  t.equal((await get(app, none.location)).framers, "'self'")
  t.equal(
    (await get(app, none.location, { referer: 'https://lms.example/x' })).framers,
    "'self' https://lms.example",
    'the first page after the redirect names the LMS',
  )
})

t.test('an unsigned origin of a learner frames only their own pages', async t => {
  const app = await testApp(t)
  const { key } = await makeConsumer(app)
  const course = { context_id: 'bare' }
  const ana = await launch11(app, key, 'https://lms.example', { ...course, user_id: 'ana' })
  const eve = await launch11(app, key, 'https://evil.example', { ...course, user_id: 'eve' })
  const teacher = await launch11(app, key, null, { ...course, user_id: 'tom', roles: 'Instructor' })
  t.equal((await get(app, eve.location)).framers, "'self' https://evil.example")
  t.equal((await get(app, ana.location)).framers, "'self' https://lms.example")
  t.equal((await get(app, teacher.location)).framers, "'self'")
  await app.db.client.query('update courses set allows_wts = true')
  const wts = await launch11(app, key, 'https://lms.example', { ...course, user_id: 'ana', custom_app: 'wts' })
  t.match(wts.location, '/lti/wts')
  t.equal((await get(app, wts.location)).framers, "'self' https://lms.example", 'the dictionary too')
  await launch11(app, key, 'https://school.example', { ...course, user_id: 'tom', roles: 'Instructor' })
  t.equal((await get(app, ana.location)).framers, "'self' https://lms.example https://school.example")
})

t.test(
  "1.3: an origin that the platform is known by counts for the course, a learner's other one does not",
  async t => {
    const app = await testApp(t)
    const platform = await practicePlatform(t, app, { preset: 'canvas', domain: 'school.instructure.com' })
    const asLearner = async (origin: string, sub: string) => {
      const login = await login13(app, platform, {}, { headers: { origin } })
      const claims = claimsOf(app, platform, login, { sub, [`${C}launch_presentation`]: undefined })
      return (await post13(app, { id_token: signJwt(claims), state: login.state }, login.cookie)).location
    }
    const ana = await asLearner('https://lms.example', 'ana')
    await asLearner('https://evil.example', 'eve')
    t.equal((await get(app, ana)).framers, "'self' https://lms.example")
    await asLearner('https://vanity.instructure.com', 'ben')
    t.equal((await get(app, ana)).framers, "'self' https://lms.example https://vanity.instructure.com")
  },
)

t.test('pages after the launch: expired pages and errors show inside the LMS too', async t => {
  const app = await testApp(t)
  const { key } = await makeConsumer(app)
  const over = { roles: 'Instructor', launch_presentation_return_url: 'https://lms.example/back' }
  const { location } = await launch11(app, key, null, over)
  const lms = "'self' https://lms.example"
  t.strictSame(await get(app, location), { status: 200, framers: lms })
  t.strictSame(await get(app, location.replace('/teacher', '/roster')), { status: 200, framers: lms })
  t.strictSame(await get(app, location.replace('/teacher', '/lists')), { status: 200, framers: lms })
  app.clock.advance(3 * 60 * 60 * 1000)
  await deleteExpired(app)
  for (const path of ['/lti/teacher', '/lti/roster', '/lti/lists', '/lti/wts', '/lti/deep_link'])
    t.strictSame(await get(app, location.replace('/lti/teacher', path)), { status: 410, framers: lms }, path)
  const student = await launch11(app, key, null, { ...over, roles: 'Learner' })
  const broken = await app.server.inject({
    method: 'POST',
    url: student.location,
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    payload: '{}',
  })
  t.equal(broken.statusCode, 415)
  t.equal(framersOf(broken.headers['content-security-policy']), lms, 'an error page')
  app.clock.advance(24 * 60 * 60 * 1000)
  await deleteExpired(app)
  t.equal((await get(app, location)).framers, "'self'", 'a day later nothing is known of it')
})

t.test('observers: the address of the page names the LMS', async t => {
  const app = await testApp(t)
  const { key } = await makeConsumer(app)
  const { location } = await launch11(app, key, 'https://lms.example', { roles: 'Mentor' })
  t.equal((await get(app, location)).framers, "'self' https://lms.example")
  t.equal((await get(app, '/lti/observer?lms=https://*.example;x')).framers, "'self'")
})

t.test('refusals: the page that asked may frame them, and the platform with its cloud', async t => {
  const app = await testApp(t)
  const { key } = await makeConsumer(app)
  const wrong = await launch11(app, key, 'https://lms.example', {}, 'wrong')
  t.strictSame([wrong.status, wrong.framers], [401, "'self' https://lms.example"])
  t.equal((await launch11(app, 'nobody', null)).framers, "'self'")
  t.equal((await get(app, '/lti/login', { referer: 'https://lms.example/x?y' })).framers, "'self' https://lms.example")

  const clouds = { canvas: 'instructure.com', d2l: 'brightspace.com', blackboard: 'blackboard.com' } as const
  for (const [preset, cloud] of Object.entries(clouds)) {
    const platform = await practicePlatform(t, app, {
      preset: preset as keyof typeof clouds,
      domain: `school.${cloud}`,
    })
    const login = await login13(app, platform, {}, { headers: { origin: 'https://vanity.example' } })
    const claims = claimsOf(app, platform, login, { [`${C}version`]: '9' })
    const fields = { id_token: signJwt(claims), state: login.state }
    const { status, policy } = await post13(app, fields, login.cookie, { origin: 'https://sso.example' })
    t.equal(status, 400)
    const framers = framersOf(policy).split(' ')
    for (const one of ['https://sso.example', 'https://vanity.example', `https://*.${cloud}`])
      t.ok(framers.includes(one), `${preset}: ${one}`)
    t.notOk(framers.some(f => ['https:', '*'].includes(f)))
    const error = await post13(app, { error: 'access_denied', state: login.state })
    t.match(framersOf(error.policy), `https://*.${cloud}`, 'an error of the platform')
  }
  const lookalike = await practicePlatform(t, app, { domain: 'notinstructure.com' })
  const refused = await login13(app, lookalike, { target_link_uri: 'https://evil.example/' })
  t.notMatch(framersOf(refused.policy), /\*/)
})

t.test('a platform on http may frame registration and refusals in demo mode only', async t => {
  const moodle = 'http://moodle.localhost:8095'
  const query = new URLSearchParams({ invite: 'x', openid_configuration: `${moodle}/mod/lti/openid-configuration.php` })
  for (const [env, framers] of [
    [{ PUBLIC_URL: 'http://localhost:3000' }, `'self' ${moodle}`],
    [
      { PUBLIC_URL: 'https://signbook.example', DEMO: 'off', MAIL_FROM: 'a@b.example', CAPTCHA_PROVIDER: 'altcha' },
      "'self'",
    ],
  ] as const) {
    const app = await testApp(t, { env })
    t.equal((await get(app, `/lti/register?${query}`, { referer: `${moodle}/admin` })).framers, framers)
    t.equal((await get(app, `/lti/register?${query}`)).framers, framers, 'without Referer')
    t.equal((await get(app, '/lti/login', { referer: moodle })).framers, framers)
  }
})
