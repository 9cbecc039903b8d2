import { type AddressInfo, connect } from 'node:net'
import { text as streamText } from 'node:stream/consumers'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { storable } from '#src/core/rules/plain-text.ts'
import { testApp } from '../support/app.ts'
import { holds } from '../support/property.ts'
import { launch } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'
import { size } from '../support/size.ts'
import { signedIn } from '../support/staff.ts'

/** Characters that PostgreSQL cannot store, among ordinary ones. */
const nasty = fc
  .array(fc.constantFrom('\0', '\ud800', '\udfff', 'a', 'Z9', 'é', '🤟', ' ', '-', '%', "'", '\\u0000'), {
    minLength: 1,
  })
  .map(parts => parts.join(''))

interface Known {
  /** Tokens of a course and of an enrollment in it. */
  join: string
  enrolled: string
}

type Target = [url: string, body?: (text: string, known: Known) => object]

const forms: Target[] = [
  ['/login', target => ({ intent: 'magic', connection: 'email', target: `${target}@school.example` })],
  ['/login', text => ({ intent: 'login', connection: 'email', target: `${text}@school.example`, code: text })],
  ['/help', text => ({ email: 'ana@school.example', text })],
  ['/dismiss', text => ({ id: text, back: `/${text}` })],
]
const calls: Target[] = [
  ['/api/auth/magic', text => ({ connection: 'email', target: `${text}@school.example`, recaptcha_response: text })],
  ['/api/auth/login', text => ({ connection: 'email', target: `${text}@school.example`, code: text })],
  ['/api/auth/refresh', text => ({ refresh_token: text })],
  ['/api/students/send_code', name => send({ name: `Ana ${name} Lee` })],
  ['/api/students/send_code', (text, { join }) => send({ enroll_token: join, name: `Ana ${text} Lee` })],
  ['/api/students/send_code', context_id => send({ context_id })],
  ['/api/students/verify_code', context_id => ({ context_id, email: 'ana@school.example', magic_code: '123456' })],
  ['/api/payments/verify_coupon_code', (coupon_code, { enrolled }) => ({ enroll_token: enrolled, coupon_code })],
  ['/api/lti/verify_coupon_code', (coupon_code, { enrolled }) => ({ enroll_token: enrolled, coupon_code })],
  ['/api/lti/verify_coupon_code', enroll_token => ({ enroll_token, coupon_code: 'ABCDEF' })],
  ['/lti/search_signs', query => ({ query, term: query, sign: query })],
]
const send = (over: object) => ({
  email: 'ana@school.example',
  password: 'Zq7!mellow-otter',
  recaptcha_response: 'off',
  ...over,
})
const pages = [
  '/success?course_id=',
  '/dictionary?sign=',
  '/dictionary?q=',
  '/lti/pay?token=',
  '/pay?token=',
  '/enroll?token=',
  '/lti/teacher?token=x&state=',
  '/login?redirect=/',
  '/lti/register?invite=',
  '/api/courses?enroll_token=',
]
const staffCalls: Target[] = [
  ['/twa/find_consumer', key => ({ key })],
  ['/twa/create_consumer', text => ({ key: `k${text}`, name: `n${text}` })],
  ['/twa/check_product', product_code => ({ product_code })],
  ['/twa/make_coupons', note => ({ product_code: 'A', count: 1, note })],
  ['/twa/process_enrollment', (reason, { enrolled }) => ({ token: enrolled, reason })],
  ['/twa/unprocess_enrollment', (reason, { enrolled }) => ({ token: enrolled, reason })],
  ['/twa/get_enrollments', email => ({ email })],
  ['/twa/check_domain', domain => ({ domain })],
  ['/twa/activate_lti_course/none', text => ({ lti_course: { product_ids: [], expires_at: text } })],
]
const staffPages = [
  '/find?q=',
  '/token?token=',
  '/email?email=',
  '/access_code?access_code=',
  '/course?context_id=',
  '/audit?actor=',
  '/launches?reference=',
  '/payments?q=',
  '/codes?q=',
  '/api/coupons/',
  '/twa/get_lti_courses/',
  '/api/lti_courses/',
]

t.test('no character in the input breaks a page or a call', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { course, school } = await joinable(app)
  const { token: enrolled } = await launch(app, school.key)
  const known = { join: course.joinToken, enrolled }
  /** Uses a new address each time, to avoid rate limits. */
  let people = 0
  const ask = async (request: InjectOptions) => {
    people++
    const remoteAddress = `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}`
    return (await app.server.inject({ ...request, remoteAddress })).statusCode
  }
  const survives = async (name: string, request: (text: string) => InjectOptions) => {
    const property = fc.asyncProperty(nasty, async text => (await ask(request(text))) < 500)
    await fc.assert(property, { numRuns: size(8, 300), examples: [['\0'], ['\ud800'], ['a\0b\udfffc']] })
    t.pass(name)
  }
  const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString())
  const own = { cookie: me.cookie, authorization: `Bearer ${me.bearer}` }
  for (const [url, body] of forms)
    await survives(`POST ${url}`, text => ({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(body?.(text, known) as Record<string, string>).toString(),
    }))
  for (const [url, body] of calls)
    await survives(`POST ${url}`, text => ({ method: 'POST', url, payload: body?.(text, known) ?? {} }))
  for (const [url, body] of staffCalls)
    await survives(`POST ${url}`, text => ({ method: 'POST', url, headers: own, payload: body?.(text, known) ?? {} }))
  for (const url of pages) await survives(`GET ${url}`, text => ({ method: 'GET', url: url + encoded(text) }))
  for (const url of staffPages)
    await survives(`GET ${url}`, text => ({ method: 'GET', url: url + encoded(text), headers: own }))
  const bad = (headers: Record<string, string>) => ask({ method: 'GET', url: '/course', headers })
  t.ok((await bad({ cookie: 'signbook_staff=%00; signbook_dismissed=%00' })) < 500, 'cookies')
})

t.test('a repeated query parameter is harmless: the last value counts', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const own = { cookie: me.cookie, authorization: `Bearer ${me.bearer}` }
  for (const url of [
    '/find?q=a&q=b',
    '/api/coupons?q=a&q=b&state=x&state=unused',
    '/api/courses?enroll_token=c_a&enroll_token=e_b',
  ])
    t.match(String((await app.server.inject({ url, headers: own })).statusCode), /^(200|404)$/, url)
})

t.test('text around such characters is kept, even deep inside a call', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { data } = await me.call('POST', '/twa/create_consumer', { key: 'a\0b', name: 'Half \ud83e School' })
  t.match(data.created_consumer, { key: 'ab', name: 'Half \ufffd School' })
  const deep = `${'['.repeat(60_000)}"\\u0000"${']'.repeat(60_000)}`
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/auth/magic',
    headers: { 'content-type': 'application/json' },
    payload: `{"target":${deep}}`,
  })
  t.equal(answer.statusCode, 422, 'nested too deeply')
})

t.test('a request with two hosts is refused, of whatever case or value', async t => {
  const { server } = await testApp(t)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (headers: string[]) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.end(['GET /healthz HTTP/1.1', 'Connection: close', ...headers, '', ''].join('\r\n'))
    return (await streamText(socket)).slice(0, 12)
  }
  t.equal(await ask(['Host: signbook.example']), 'HTTP/1.1 200')
  t.equal(await ask(['X-Host: evil.test', 'Host: signbook.example']), 'HTTP/1.1 200')
  for (const second of ['Host: evil.test', 'HOST: signbook.example', 'host:'])
    t.equal(await ask(['Host: signbook.example', second]), 'HTTP/1.1 400', second)
})

t.test('a request that does not end is cut after half a minute', async t => {
  const { server } = (await testApp(t)).server
  t.equal(server.requestTimeout, 30_000)
  t.ok(server.headersTimeout > 0 && server.headersTimeout <= 60_000)
})

t.test('storable text is stored unchanged', async t => {
  const clean = (text: string) => !text.includes('\0') && text === Buffer.from(text).toString()
  holds(t, 'removes everything unstorable', [nasty], text => clean(storable(text)))
  holds(t, 'leaves the rest unchanged', [fc.string({ unit: 'grapheme' })], s => !clean(s) || storable(s) === s)
})
