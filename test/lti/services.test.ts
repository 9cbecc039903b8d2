import t from 'tap'
import { type HttpResponse, makeHttpClient } from '#src/core/outbound.ts'
import { GradeRejected, type GradeTarget } from '#src/lti/rules/grade.ts'
import { readRoster, readScore, sendScore } from '#src/lti/services.ts'
import { serviceUrl } from '#src/lti/v1p3/scores.ts'
import { startLmsEmulator } from '#src/practice/emulators/lms.ts'
import { testApp } from '../support/app.ts'
import { withOutbound } from '../support/lms-clients.ts'
import { makePlatform } from '../support/platform.ts'
import type { Test } from '../support/test.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/scope/'

/** The practice LMS, which checks our assertions against our published keys. */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const toolKeysUrl = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const now = () => app.clock.now()
  const lms = await startLmsEmulator({ toolUrl: 'http://localhost:3000', toolKeysUrl, clientId: 'client-1', now })
  t.teardown(() => lms.close())
  const { platform } = await makePlatform(app, { issuer: lms.issuer, domain: 'lms', grantUrl: `${lms.base}/token` })
  let calls = 0
  const outbound = makeHttpClient()
  const services = withOutbound(app, call => {
    calls++
    return outbound(call)
  })
  const target = (over: Partial<Extract<GradeTarget, { kind: 'score' }>> = {}): GradeTarget => ({
    kind: 'score',
    platformId: platform.id,
    lineItemUrl: `${lms.base}/lineitems/1`,
    lineItemsUrl: `${lms.base}/lineitems`,
    userId: 'practice-ana',
    scopes: [`${AGS}score`, `${AGS}lineitem`, `${AGS}result.readonly`],
    ...over,
  })
  return { app, lms, platform, services, target, calls: () => calls }
}

t.test("sends a score to the launch's column and reads it back", async t => {
  const { app, lms, services, target } = await scene(t)
  t.equal(await readScore(services, target()), null)
  await sendScore(services, target(), 1)
  t.hasStrict(lms.scores, [
    {
      item: '1',
      userId: 'practice-ana',
      scoreGiven: 1,
      scoreMaximum: 1,
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
      timestamp: app.clock.now().toISOString(),
    },
  ])
  t.equal(await readScore(services, target()), 1)
  app.clock.advance(1000)
  await sendScore(services, target(), 0)
  t.equal(await readScore(services, target()), 0)
})

t.test('creates one column for a course without its own', async t => {
  const { app, lms, services, target } = await scene(t)
  await sendScore(services, target({ lineItemUrl: null }), 1)
  app.clock.advance(1000)
  await sendScore(services, target({ lineItemUrl: null, userId: 'practice-ben' }), 1)
  t.strictSame(
    lms.scores.map(s => s.item),
    ['2', '2'],
  )
})

t.test('reuses an access token while valid, and fetches a new one when the platform rejects it', async t => {
  const { app, lms, services, target, calls } = await scene(t)
  await sendScore(services, target(), 1)
  t.equal(calls(), 2, 'a token and a score')
  app.clock.advance(1000)
  await sendScore(services, target(), 0)
  t.equal(calls(), 3)
  lms.tokens.clear()
  app.clock.advance(1000)
  await sendScore(services, target(), 1)
  t.equal(calls(), 6, 'refused, a new token, and again')
  app.clock.advance(60 * 60 * 1000)
  await sendScore(services, target(), 0)
  t.equal(calls(), 8, 'renewed before it ends')
})

t.test('reports temporary failures as outages and lasting ones as refusals', async t => {
  const { app, lms, services, target, platform } = await scene(t)
  const cases: [status: number, refused: boolean][] = [
    [500, false],
    [429, false],
    [400, true],
    [404, true],
  ]
  for (const [status, refused] of cases) {
    app.clock.advance(1000)
    lms.failing.push(status)
    await t.rejects(sendScore(services, target(), 1), refused ? /^HTTP 4/ : /did not take the grade/)
  }
  await t.rejects(sendScore(services, target({ userId: 'nobody' }), 1), /^HTTP 404/)
  await t.rejects(sendScore(services, target({ scopes: [] }), 1), /did not allow the scope score/)
  t.equal(await readScore(services, target({ scopes: [] })), null)
  await app.db.client.query('update platforms set is_active = false')
  await t.rejects(sendScore(services, target(), 1), /not active/)
  await app.db.client.query("update platforms set is_active = true, client_id = 'other'")
  app.clock.advance(60 * 60 * 1000)
  await t.rejects(sendScore(services, target(), 1), /did not issue a token \(HTTP 400/)
  t.ok(platform)
})

t.test('finds the column that an LMS made in each way of naming it', async t => {
  const app = await testApp(t)
  const { platform } = await makePlatform(app, { issuer: 'https://lms.example', grantUrl: 'https://lms.example/token' })
  const made: [name: string, answer: Partial<HttpResponse>][] = [
    ['absolute', { text: '{"id":"https://lms.example/1/items/7"}' }],
    ['relative', { text: '{"id":"/1/items/7"}' }],
    ['in a list', { text: '[{"id":"https://lms.example/1/items/7"}]' }],
    ['in the header', { text: '', headers: { location: 'https://lms.example/1/items/7' } }],
  ]
  for (const [name, answer] of made) {
    const asked: string[] = []
    const services = withOutbound(app, async ({ method, url }): Promise<HttpResponse> => {
      if (url.endsWith('/token')) return { status: 200, headers: {}, text: '{"access_token":"t","expires_in":1}' }
      asked.push(url)
      if (method !== 'POST') return { status: 200, headers: {}, text: '[]' }
      return { status: 201, headers: {}, text: '{}', ...(url.endsWith('/scores') ? {} : answer) }
    })
    const lineItemsUrl = `https://lms.example/1/items?for=${encodeURIComponent(name)}`
    const scopes = ['lineitem', 'score'].map(scope => `https://purl.imsglobal.org/spec/lti-ags/scope/${scope}`)
    await sendScore(
      services,
      { kind: 'score', platformId: platform.id, lineItemUrl: null, lineItemsUrl, userId: 'u', scopes },
      1,
    )
    t.equal(asked.at(-1), 'https://lms.example/1/items/7/scores', name)
  }
})

t.test('signs nothing for a stored platform whose token audience is on another host', async t => {
  const { app, lms, platform, services, target, calls } = await scene(t)
  const set = (audience: string | null, grantUrl = `${lms.base}/token`) =>
    app.db.client.query('update platforms set audience = $1, grant_url = $2', [audience, grantUrl])
  const canvas = 'https://canvas.instructure.com/login/oauth2/token'
  for (const [audience, grantUrl] of [
    [canvas, `${lms.base}/token`],
    ['canvas.instructure.com', `${lms.base}/token`],
    [`${lms.base}/token`, canvas],
    ['https://evil.example/token', 'https://auth.brightspace.com/core/connect/token'],
  ] as const) {
    await set(audience, grantUrl)
    const why = `the token audience ${audience} is not on the host of ${grantUrl}`
    await t.rejects(sendScore(services, target(), 1), { constructor: GradeRejected, message: why })
    const list = { version: '1.3' as const, platformId: platform.id, url: `${lms.base}/members` }
    await t.rejects(readRoster(services, list), { message: why })
  }
  t.equal(calls(), 0, 'nothing left our server')
  await set(`${lms.base}/token`)
  await sendScore(services, target(), 1)
  t.equal(calls(), 2)
})

t.test('reads a roster page by page, without emails', async t => {
  const { lms, services, platform } = await scene(t)
  const { items: members } = await readRoster(services, {
    version: '1.3',
    platformId: platform.id,
    url: `${lms.base}/members`,
  })
  t.hasStrict(
    members.map(m => [m.ltiUserId, m.role, m.isActive]),
    [
      ['practice-ana', 'learner', true],
      ['practice-ben', 'learner', true],
      ['practice-tess', 'instructor', true],
    ],
  )
  t.notMatch(JSON.stringify(members), '@')
})

t.test('reads a class list that is sent in another way, and says what is missing', async t => {
  const app = await testApp(t)
  const { platform } = await makePlatform(app, { issuer: 'https://lms.example', grantUrl: 'https://lms.example/token' })
  const member = (user_id: unknown, more: object = {}) => ({ user_id, name: 'Ana', roles: ['Learner'], ...more })
  let body = ''
  let link = ''
  const services = withOutbound(
    app,
    async ({ method }): Promise<HttpResponse> =>
      method === 'POST'
        ? { status: 201, headers: {}, text: '\u{feff}{"access_token":"t","expires_in":"3600"}' }
        : { status: 200, headers: { link }, text: body },
  )
  const read = (members: unknown[], next?: string) => {
    body = `\u{feff}${JSON.stringify({ members })}`
    link = next ? `<${next}>; rel="next"` : ''
    return readRoster(services, { version: '1.3', platformId: platform.id, url: 'https://lms.example/nrps' })
  }
  const ids = (list: { items: { ltiUserId: string }[] }) => list.items.map(m => m.ltiUserId)
  const odd = await read([
    member(1656398468, { status: 'active' }),
    member('b', { name: null, roles: 'Instructor', status: null }),
  ])
  t.match(odd, {
    complete: true,
    items: [
      { ltiUserId: '1656398468', isActive: true },
      { role: 'instructor', isActive: true },
    ],
  })
  const names = await read([
    member('1', { name: 'Ana Lima' }),
    member('2', { name: null, given_name: 'Ben', family_name: 'Okafor' }),
    member('3', { name: '', lis_person_name_given: 'Cleo', lis_person_name_family: 'Ruiz' }),
    member('4', { name: undefined, family_name: 'Dietz' }),
  ])
  t.strictSame(
    names.items.map(m => m.name),
    ['Ana Lima', 'Ben Okafor', 'Cleo Ruiz', 'Dietz'],
  )
  const states = ['Active', 'ACTIVE', ' active ', 'Inactive', 'DELETED', 'suspended']
  t.strictSame(
    (await read(states.map((status, n) => member(n, { status })))).items.map(m => m.isActive),
    [true, true, true, false, false, false],
  )
  t.match(await read([]), { complete: false, reason: 'empty' }, 'without the teacher who asks')
  t.match(await read([member('a'), member('a')]), { complete: true, items: { length: 1 } })
  const short = await read([member('a'), member(undefined), member('')])
  t.strictSame([ids(short), short.complete], [['a'], false])
  t.match(await read([member('a')], 'https://lms.example/nrps'), {
    complete: false,
    reason: 'repeats',
    items: { length: 1 },
  })
  t.match(await read([member('a')], 'https://lms.example:8443/nrps'), {
    complete: false,
    reason: 'origin',
  })
})

t.test("keeps the query when extending a column's address", async t => {
  t.equal(serviceUrl('https://a.example/x?type_id=1', 'scores'), 'https://a.example/x/scores?type_id=1')
  t.equal(serviceUrl('https://a.example/x', 'results'), 'https://a.example/x/results')
  t.equal(serviceUrl('https://a.example/x//?a=b#c', 'scores'), 'https://a.example/x/scores?a=b')
  t.equal(serviceUrl('https://a.example/items/42/', 'scores'), 'https://a.example/items/42/scores')
})
