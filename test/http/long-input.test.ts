import t from 'tap'
import { paths } from '#views/paths.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { claimsOf, login13, practicePlatform, signJwt } from '../support/oidc.ts'
import { makeMembership } from '../support/platform.ts'
import { postRoutes } from '../support/post-routes.ts'
import { makeConsumer } from '../support/school.ts'
import { joinable, PASSWORD } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

/** Each may separate something that we read: parts, pairs, lists, words, JSON, percent-encoding. */
const SEPARATORS = ['.', '&', '=', '%', ',', ';', '-', '_', ' ', '"', '{', '[', '+', '/', '\n', ':', '%2e', '%2c']
const LENGTH = 250_000
/** An answer to a short request takes about 5 ms, reading the body about 2. */
const MOST_MS = 100

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'content-type': 'application/json' }
const ours = { origin: 'http://localhost:3000', host: 'localhost:3000' }

interface Post {
  url: string
  headers: Record<string, string>
  payload: string
}

/** CPU time of this process alone, so that others on the machine do not count. */
const measure = async (app: TestApp, { url, headers, payload }: Post) => {
  const before = process.cpuUsage()
  const { statusCode } = await app.server.inject({ method: 'POST', url, headers: { ...ours, ...headers }, payload })
  const { user, system } = process.cpuUsage(before)
  return { statusCode, ms: (user + system) / 1000 }
}

/** Returns what is wrong with the answer; null when nothing is. The fastest of five counts, on a busy machine too. */
const problemWith = async (app: TestApp, post: Post): Promise<string | null> => {
  const name = `${post.url} ${post.payload.slice(0, 40)}`
  let fastest = Number.POSITIVE_INFINITY
  for (let time = 0; time < 5 && fastest > MOST_MS; time++) {
    const { statusCode, ms } = await measure(app, post)
    if (statusCode >= 500) return `${name}: ${statusCode}`
    fastest = Math.min(fastest, ms)
  }
  return fastest > MOST_MS ? `${name}: ${Math.round(fastest)} ms of CPU` : null
}

const checkAll = async (t: Test, app: TestApp, posts: Post[]): Promise<void> => {
  for (const post of posts) {
    const problem = await problemWith(app, post)
    if (problem) t.fail(problem)
  }
  t.ok(posts.length > 400, `${posts.length} requests`)
}

const longTexts = SEPARATORS.map(separator => separator.repeat(LENGTH / separator.length))

/** The forms of the first test. */
const launchForms: string[] = [paths.launch, paths.ltiLogin, paths.register, paths.ltiContinue]

const form = (url: string, fields: string[], rest: Record<string, string> = {}, headers = {}): Post[] =>
  fields.flatMap(field => {
    const others = new URLSearchParams(Object.entries(rest).filter(([name]) => name !== field)).toString()
    return longTexts.map(text => ({ url, headers: { ...FORM, ...headers }, payload: `${field}=${text}&${others}` }))
  })

const json = (url: string, fields: string[]): Post[] =>
  fields.flatMap(field =>
    longTexts
      // Escaped, quotation marks and line breaks are twice as long.
      .map(text => JSON.stringify({ [field]: /["\n]/.test(text) ? text.slice(LENGTH / 2) : text }))
      .map(payload => ({ url, headers: JSON_BODY, payload })),
  )

t.test('a long text of separators in a launch or login costs hardly any time', { timeout: 300_000 }, async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const { key } = await makeConsumer(app)
  const login = await login13(app, platform)
  const id_token = signJwt(claimsOf(app, platform, login))
  const now = String(Math.floor(app.clock.now().getTime() / 1000))
  const oauth = {
    oauth_consumer_key: key,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_signature: 'x',
    oauth_timestamp: now,
    oauth_nonce: 'n',
    roles: 'Instructor',
    custom_check: '1',
  }
  const read11 = ['roles', 'ext_roles', 'custom_context_memberships_versions', 'launch_presentation_locale']
  const login13Fields = {
    iss: platform.platform.issuer,
    login_hint: '7',
    target_link_uri: 'http://localhost:3000/lti/launch',
    client_id: platform.platform.clientId,
  }
  const posts = [
    ...form(paths.launch, ['id_token', 'state'], { id_token, state: login.state }, { cookie: login.cookie }),
    ...form(paths.launch, ['id_token'], { state: 'unknown' }),
    ...form(paths.launch, ['error', 'error_description'], { state: login.state, error: 'x' }),
    ...form(paths.launch, ['lti_storage_value'], { id_token: 'x', state: login.state }),
    ...form(paths.launch, [...Object.keys(oauth), ...read11, 'context_title', 'user_id'], oauth),
    ...form(paths.ltiLogin, [...Object.keys(login13Fields), 'lti_message_hint', 'lti_storage_target'], login13Fields),
    ...form(paths.register, ['invite', 'openid_configuration', 'registration_token']),
    ...form(paths.ltiContinue, ['id', 'show_in', 'lang']),
  ]
  await checkAll(t, app, posts)
})

const asked = ['captcha_question', 'captcha_answer', 'recaptcha_response']
const person = { intent: 'sign_up', name: 'Ana Lima', email: 'ana@school.example', password: PASSWORD }
const verifying = { intent: 'verify', email: 'ana@school.example', magic_code: '123456' }
const signIn = { intent: 'magic', connection: 'email', target: 'ana@school.example', step: 'code', code: '123456' }

/** The other forms that strangers may post. */
const publicForms = (token: string, joinToken: string): Post[] => [
  ...form(`${paths.help}?token=${joinToken}`, ['email', 'text', ...asked], { email: 'ana@school.example', text: 'Hi' }),
  ...form(`${paths.ltiPay}?token=${token}`, ['coupon', 'receipt_email'], { intent: 'redeem', agreed: 'yes' }),
  ...form(`${paths.pay}?token=${joinToken}`, ['coupon', 'receipt_email'], { intent: 'redeem', agreed: 'yes' }),
  ...form(`${paths.verify}?token=${joinToken}`, ['name', 'email', 'password', ...asked], person),
  ...form(`${paths.verify}?token=${joinToken}`, ['email', 'magic_code'], verifying),
  ...form(paths.ltiLists, ['intent', 'name', 'sign']),
  ...form(paths.deepLink, ['link']),
  ...form(paths.login, ['target', ...asked], signIn),
  ...form(paths.login, ['target', 'code', 'step', 'connection'], { ...signIn, intent: 'login' }),
  ...form(paths.logout, ['redirect']),
  ...form(paths.dismiss, ['id', 'back']),
  ...form(paths.demo, ['intent', 'role']),
]

/** Read no body; the webhook does without the settings of Stripe. */
const WITHOUT_BODY: string[] = ['/api/auth/passkey_options', paths.stripeWebhook, paths.ltiWrongAddress]

t.test('nor do tens of thousands of names, in a form or in JSON', async t => {
  const app = await testApp(t)
  const names = Array.from({ length: 30_000 }, (_, i) => `a${i.toString(36)}`)
  const form = names.map(name => `${name}=`).join('&')
  const json = JSON.stringify(Object.fromEntries(names.slice(0, 25_000).map(name => [name, 0])))
  for (const url of [paths.launch, paths.ltiLogin, paths.ltiContinue, paths.help, paths.login]) {
    t.equal(await problemWith(app, { url, headers: FORM, payload: form }), null)
    const { statusCode } = await measure(app, { url, headers: FORM, payload: form })
    t.equal(statusCode, 413, `${url}: before anything is read`)
  }
  const call = { url: '/api/students/send_code', headers: JSON_BODY, payload: json }
  t.equal(await problemWith(app, call), null)
  t.equal((await measure(app, call)).statusCode, 413)
})

t.test('nor in any other form or call that is open to strangers', { timeout: 300_000 }, async t => {
  const app = await testApp(t)
  const { token } = await makeMembership(app, ['A'])
  const { course } = await joinable(app)
  const { data } = await (await signedIn(app)).call('GET', '/api/openapi.json')
  const fieldsOf = (route: string): string[] => {
    const described = data.paths[route.replace(/:(\w+)/g, '{$1}')]?.post
    return Object.keys(described?.requestBody?.content['application/json']?.schema.properties ?? {})
  }
  const routes = postRoutes(app.server)
  t.ok(routes.length > 100, `${routes.length} routes take a POST`)
  const forms = publicForms(token, course.joinToken)
  const known = new Set([...launchForms, ...WITHOUT_BODY, ...forms.map(({ url }) => url.split('?', 1)[0])])
  const calls: Post[] = []
  for (const route of routes.filter(each => !known.has(each))) {
    const url = route.replace(/:\w+|\*/g, 'x')
    const { statusCode } = await measure(app, { url, headers: FORM, payload: 'x=1' })
    if (statusCode === 401) continue
    const fields = fieldsOf(route)
    if (fields.length === 0) t.fail(`${route} is open to strangers: add it to the forms of this test`)
    calls.push(...json(url, fields))
  }
  await checkAll(t, app, [...forms, ...calls])
})
