import t from 'tap'
import { courseProducts, courses } from '#src/courses/store/schema/courses.ts'
import type { RefusalReason } from '#src/lti/rules/launch-refusals.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import { loginFields } from '#src/practice/emulators/lms/launch.ts'
import { startLmsEmulator } from '#src/practice/emulators/lms.ts'
import { testApp } from '../support/app.ts'
import { headingOf } from '../support/html.ts'
import { post13 } from '../support/oidc.ts'
import { makePlatform } from '../support/platform.ts'
import { makeCode, makeProduct, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const TOOL = 'http://localhost:3000'

/** Runs the practice LMS with its login and answers against our launch address. */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const toolKeysUrl = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const options = { toolUrl: TOOL, toolKeysUrl, clientId: 'client-1', now: () => app.clock.now() }
  const lms = await startLmsEmulator(options)
  t.teardown(() => lms.close())
  await makePlatform(app, {
    issuer: lms.issuer,
    domain: 'lms',
    authorizationRedirect: `${lms.base}/auth`,
    publicKeysUrl: `${lms.base}/jwks`,
    grantUrl: `${lms.base}/token`,
  })
  const open = async (given: Record<string, string>) => {
    const fields = loginFields(given, { issuer: lms.issuer, options })
    const login = await app.server.inject(`/lti/login?${new URLSearchParams(fields)}`)
    if (login.statusCode !== 302) return { status: login.statusCode, body: login.body, location: '' }
    const html = await (await fetch(String(login.headers.location))).text()
    const inputs = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
    const cookie = String([login.headers['set-cookie'] ?? ''].flat()[0]).split(';')[0]
    return post13(app, Object.fromEntries(inputs), cookie)
  }
  return { app, lms, open }
}

t.test('launches by role, and produces each fault on request', async t => {
  const { open } = await scene(t)
  t.match((await open({ role: 'student' })).location, /^\/lti\/pay\?token=m_/)
  t.match((await open({ role: 'teacher' })).location, /^\/lti\/teacher/)
  t.match((await open({ role: 'observer' })).location, /^\/lti\/observer/)
  t.match((await open({ role: 'teacher', message: 'LtiDeepLinkingRequest' })).location, /^\/lti\/deep_link/)
  t.match((await open({ fault: 'no-email' })).location, /^\/lti\/pay/)
  t.match((await open({ fault: 'no-context' })).location, /^\/lti\/observer/)
  const faults: Record<string, RefusalReason> = {
    'wrong-secret': 'id-token',
    'unknown-key': 'unknown-platform',
    old: 'token-time',
    replay: 'state',
    deployment: 'deployment',
    denied: 'platform-error',
  }
  for (const [fault, reason] of Object.entries(faults))
    t.equal(headingOf((await open({ fault })).body), refusalText(reason, 'en').heading, fault)
})

t.test('a person who launches and enters a code gets grade 1', async t => {
  const { app, lms, open } = await scene(t)
  await open({ role: 'teacher' })
  const [course] = await app.db.orm.select().from(courses)
  const product = await makeProduct(app, 'A')
  await app.db.orm.insert(courseProducts).values({ courseId: course!.id, productId: product.id })
  const { location } = await open({ role: 'student' })
  const token = new URLSearchParams(location.split('?')[1]).get('token') ?? ''
  await redeem(app, token, await makeCode(app, 'A'))
  await app.startJobs()
  await until('the score arrived', () => lms.scores.length > 0)
  t.hasStrict(lms.scores, [{ item: '1', userId: 'practice-ana', scoreGiven: 1, scoreMaximum: 1 }])
})

t.test('refuses what a platform refuses', async t => {
  const { lms } = await scene(t)
  const good = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: 'client-1',
    redirect_uri: `${TOOL}/lti/launch`,
    login_hint: 'ana',
    lti_message_hint: Buffer.from('{}').toString('base64url'),
    state: 's',
    nonce: 'n',
  }
  const auth = async (over: Record<string, string>) => {
    const answer = await fetch(`${lms.base}/auth?${new URLSearchParams({ ...good, ...over })}`)
    return { status: answer.status, text: await answer.text() }
  }
  t.match((await auth({})).text, 'name="id_token"')
  const refused: Record<string, string>[] = [{ redirect_uri: 'https://evil.example/' }, { nonce: '' }, { scope: 'x' }]
  for (const over of refused) t.equal((await auth(over)).status, 400, JSON.stringify(over))
  const errors: [over: Record<string, string>, code: string][] = [
    [{ client_id: 'other' }, 'unauthorized_client'],
    [{ response_mode: 'query' }, 'invalid_request'],
    [{ response_type: 'code' }, 'invalid_request'],
    [{ prompt: 'login' }, 'invalid_request'],
    [{ login_hint: 'ben' }, 'access_denied'],
  ]
  for (const [over, code] of errors) t.match((await auth(over)).text, `name="error" value="${code}"`)
  for (const path of ['/members', '/lineitems', '/lineitems/1/results'])
    t.equal((await fetch(lms.base + path)).status, 401, path)
  t.equal(
    (await fetch(`${lms.base}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) })).status,
    400,
  )
})
