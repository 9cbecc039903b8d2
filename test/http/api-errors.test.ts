import t from 'tap'
import { testApp } from '../support/app.ts'
import { headingOf, referenceOf, textOf } from '../support/html.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

const CALLS = ['/api/lti/get_enrollment', '/api/lti/verify_coupon_code']
const JSON_TYPE = 'application/json; charset=utf-8'

t.test('unreadable requests get a JSON error with a reference', async t => {
  const app = await testApp(t)
  const cases: [name: string, type: string, payload: string, status: number, error: string][] = [
    ['broken JSON', 'application/json', '{"enroll_token":', 400, 'We could not read your request.'],
    ['no body', 'application/json', '', 400, 'We could not read your request.'],
    ['a poisoned body', 'application/json', '{"__proto__":{"x":1}}', 400, 'We could not read your request.'],
    ['too much', 'application/json', `"${'x'.repeat(300_000)}"`, 413, 'Your request is too large.'],
    ['another type', 'application/xml', '<x/>', 415, 'We cannot read this content type.'],
  ]
  for (const url of CALLS) {
    for (const [name, type, payload, status, error] of cases) {
      const answer = await app.server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
      t.equal(answer.statusCode, status, `${url}: ${name}`)
      t.equal(answer.headers['content-type'], JSON_TYPE)
      t.equal(answer.json().error, error)
      t.match(answer.json().error_id, /^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
      t.notMatch(answer.body, /stack|node_modules|FST_/)
    }
  }
})

t.test('invalid fields are named', async t => {
  const app = await testApp(t)
  const post = async (payload: object) => {
    const answer = await app.server.inject({ method: 'POST', url: '/api/lti/verify_coupon_code', payload })
    return { http: answer.statusCode, ...answer.json() }
  }
  const both = await post({})
  t.equal(both.http, 422)
  t.type(both.error, 'string')
  t.strictSame(
    both.errors.map((e: { field: string }) => e.field),
    ['enroll_token', 'coupon_code'],
    'all at once',
  )
  const agreed = await post({ enroll_token: 'e_x', coupon_code: 'ABCDEF', agreed: 'yes' })
  t.hasStrict(agreed.errors, [{ field: 'agreed' }])
  t.equal((await post([])).http, 422)
  const known = await app.server.inject({
    method: 'POST',
    url: '/api/lti/verify_coupon_code',
    payload: 'enroll_token=e_nothing-here&coupon_code=ABCDEF',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  t.equal(known.statusCode, 404, 'a form body works too')
})

t.test('reports an invalid code at its field', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  for (const [code, message, reason] of [
    ['', 'Please enter the access code.', 'code_required'],
    ['ABCDE', 'The code given is not right.', 'code_malformed'],
  ]) {
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/lti/verify_coupon_code',
      payload: { enroll_token: token, coupon_code: code },
    })
    t.equal(answer.statusCode, 422)
    t.strictSame(answer.json(), { error: message, reason, errors: [{ field: 'coupon_code', message }] })
  }
})

t.test('during a database failure calls and pages answer in their own format with a reference', async t => {
  const lines: string[] = []
  const app = await testApp(t, { log: { write: line => lines.push(line) } })
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key)
  app.db.client.query = (() => Promise.reject(new Error('connection refused'))) as never
  const call = await app.server.inject({ method: 'POST', url: CALLS[0]!, payload: { enroll_token: token } })
  t.equal(call.statusCode, 500)
  t.hasStrict(call.json(), { error: 'Internal Server Error.' })
  const page = await app.server.inject({ url: `/lti/pay?token=${token}` })
  t.equal(page.statusCode, 500)
  t.equal(headingOf(page.body), 'Uh oh!')
  t.match(textOf(page.body), 'Something went wrong on our side.')
  const refused = await launch(app, school.key)
  t.equal(refused.status, 500)
  for (const reference of [call.json().error_id, referenceOf(page.body), referenceOf(refused.body)]) {
    t.ok(reference)
    t.ok(
      lines.some(line => line.includes(reference) && line.includes('connection refused')),
      'the reference finds the log line',
    )
  }
  t.notMatch(page.body + call.body, /connection refused|at .*\.ts/)
})

t.test('during a database failure a form without a script links back to its page', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key)
  const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
  app.db.client.query = (() => Promise.reject(away)) as never
  const post = (url: string, fields: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  for (const url of [`/lti/pay?token=${token}`, `/lti/pay?token=${token}&step=coupons`]) {
    const { statusCode, body } = await post(url, {
      intent: url.includes('step') ? 'redeem' : 'coupons',
      agreed: 'yes',
      coupon: 'ABCDEF',
      redirect: 'https://elsewhere.example/',
    })
    t.equal(statusCode, 503, url)
    t.match(body, `href="${url.replace('&', '&amp;')}">Back to your page</a>`)
    t.notMatch(body, 'elsewhere.example')
  }
})

t.test('the ping call detects blocked cookies', async t => {
  const app = await testApp(t)
  const first = await app.server.inject({ url: '/api/lti/ping' })
  t.strictSame(first.json(), { ok: true, cookie: false })
  const [cookie] = first.cookies
  t.hasStrict(cookie, { name: 'signbook_ping', httpOnly: true, secure: true, sameSite: 'None', path: '/api/lti/ping' })
  t.match(first.headers['set-cookie'], /; Partitioned/)
  const second = await app.server.inject({ url: '/api/lti/ping', cookies: { signbook_ping: cookie!.value } })
  t.strictSame(second.json(), { ok: true, cookie: true })
  const other = await app.server.inject({ url: '/api/lti/ping', headers: { cookie: 'signbook_ping=2; x=1' } })
  t.strictSame(other.json(), { ok: true, cookie: false })
})
