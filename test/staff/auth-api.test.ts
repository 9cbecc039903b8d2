import t from 'tap'
import { fromNetwork, LONGEST_MS } from '#src/accounts/rules/sign-in.ts'
import { sendSignInCode } from '#src/accounts/sign-in-codes.ts'
import { staffSessions } from '#src/accounts/store/schema/staff.ts'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { IDLE_MS } from '#src/core/rules/staff.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { countOf } from '../support/rows.ts'
import { signedIn } from '../support/staff.ts'
import { until } from '../support/until.ts'

const EMAIL = 'sam@example.com'
const post = async (app: TestApp, path: string, payload: object) => {
  const answer = await app.server.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
  return { status: answer.statusCode, data: answer.json(), headers: answer.headers, cookies: answer.cookies }
}
const magic = (app: TestApp, target = EMAIL, connection = 'email') =>
  post(app, 'magic', { connection, target, recaptcha_response: 'off' })
/** Runs the job that sends the code. */
const send = (app: TestApp, target = EMAIL, askedAt = app.clock.now().toISOString()) =>
  sendSignInCode(app, { connection: 'email', target, askedFrom: fromNetwork('127.0.0.1'), askedAt })
const newest = (app: TestApp) => app.mails.at(-1)?.text.match(/^(\d{6})$/m)?.[1] ?? 'none'
const login = (app: TestApp, code: string, target = EMAIL) => post(app, 'login', { connection: 'email', target, code })
const withSam = async (t: Parameters<typeof testApp>[0], options: Parameters<typeof testApp>[1] = {}) => {
  const app = await testApp(t, { env: { CAPTCHA_PROVIDER: 'off' }, ...options })
  await saveStaff(app.db, { email: EMAIL, phone: '+14155550100', firstName: 'Sam', lastName: 'Staff' })
  return app
}

t.test('a code gives a bearer for staff calls and a cookie', async t => {
  const app = await withSam(t)
  t.strictSame((await magic(app, ' SAM@example.com ')).data, { code: 'sent' })
  await send(app)
  t.equal(app.mails[0]?.to, EMAIL)
  const typed = newest(app).replace(/^(...)/, ' $1 ')
  const answer = await login(app, typed, 'Sam@Example.com')
  t.equal(answer.status, 200)
  t.strictSame(Object.keys(answer.data).sort(), ['refreshToken', 'token'])
  const claims = JSON.parse(Buffer.from(answer.data.token.split('.')[1], 'base64url').toString())
  t.equal(claims.exp, app.clock.now().getTime() / 1000 + 1800)
  t.match(claims.user, { first_name: 'Sam', last_name: 'Staff', email: EMAIL, role: 'manager' })
  const cookie = answer.cookies.find(c => c.name === 'signbook_staff')
  t.match(cookie, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: IDLE_MS / 1000 })
  t.equal((await login(app, newest(app))).status, 401, 'a code works once')
})

t.test('the job queue sends the code', async t => {
  const app = await withSam(t)
  await app.startJobs()
  await magic(app)
  await until('it is sent', () => app.mails.length > 0)
  t.equal((await login(app, newest(app))).status, 200)
})

t.test('unknown people get the same answer and no message', async t => {
  const app = await withSam(t)
  const [known, unknown] = [await magic(app), await magic(app, 'nobody@example.com')]
  t.strictSame([known.status, known.data], [unknown.status, unknown.data])
  await send(app, 'nobody@example.com')
  t.equal(app.mails.length, 0)
  const answers = [await login(app, '123456'), await login(app, '123456', 'nobody@example.com')]
  t.strictSame(
    answers.map(a => [a.status, a.data]),
    Array(2).fill([401, { error: 'The code given is not right.', reason: 'wrong_code' }]),
  )
})

t.test('only the newest code works, for ten minutes and five tries', async t => {
  const app = await withSam(t)
  await send(app)
  const first = newest(app)
  await send(app)
  const second = newest(app)
  if (first !== second) t.equal((await login(app, first)).status, 401)
  t.equal((await login(app, second)).status, 200)
  await send(app)
  app.clock.advance(10 * 60 * 1000 + 1)
  t.equal((await login(app, newest(app))).status, 401, 'too old')
  await send(app)
  const wrong = newest(app) === '000000' ? '111111' : '000000'
  for (let i = 0; i < 5; i++) t.equal((await login(app, wrong)).status, 401)
  t.equal((await login(app, newest(app))).status, 401, 'the sixth try')
})

t.test('parallel logins with one code give one session', async t => {
  const app = await withSam(t)
  await send(app)
  const code = newest(app)
  const all = await Promise.all([login(app, code), login(app, code), login(app, code)])
  t.strictSame(all.map(a => a.status).sort(), [200, 401, 401])
  t.equal((await app.db.orm.select().from(staffSessions)).length, 1)
})

t.test('limits codes to five an hour per target, and wrong codes to ten per address', async t => {
  const app = await withSam(t)
  for (let i = 0; i < 5; i++) t.equal((await magic(app)).status, 200)
  const sixth = await magic(app)
  t.equal(sixth.status, 429)
  t.ok(Number(sixth.headers['retry-after']) > 0)
  t.equal((await magic(app, 'other@example.com')).status, 200)
  app.clock.advance(61 * 60 * 1000)
  t.equal((await magic(app)).status, 200)
  for (let i = 0; i < 10; i++) await login(app, 'nonsense')
  await send(app)
  t.equal((await login(app, newest(app))).status, 429)
  app.clock.advance(16 * 60 * 1000)
  await send(app)
  t.equal((await login(app, newest(app))).status, 200)
})

t.test('five of twenty parallel requests send a code', async t => {
  const app = await withSam(t)
  const all = await Promise.all(Array.from({ length: 20 }, () => magic(app)))
  t.equal(all.filter(a => a.status === 200).length, 5)
  for (const { headers } of all.filter(a => a.status === 429)) t.ok(Number(headers['retry-after']) > 0)
  t.equal(await countOf(app, "pgboss.job where name = 'sign-in-code'"), 5)
})

t.test('checks ten of thirty parallel wrong codes from one address, across all targets', async t => {
  const app = await withSam(t)
  const targets = Array.from({ length: 30 }, (_, i) => `s${i}@example.com`)
  for (const email of targets) {
    await saveStaff(app.db, { email, firstName: 'S', lastName: 'Staff' })
    await send(app, email)
  }
  const all = await Promise.all(targets.map(target => login(app, 'nonsense', target)))
  t.equal(all.filter(a => a.status === 401).length, 10)
  t.equal(all.filter(a => a.status === 429).length, 20)
  t.equal(await countOf(app, 'sign_in_codes where tries > 0'), 10, 'each check uses up a try')
})

t.test('right codes never count, even among wrong ones', async t => {
  const app = await withSam(t)
  for (let i = 0; i < 9; i++) t.equal((await login(app, 'nonsense')).status, 401)
  for (let i = 0; i < 3; i++) {
    await send(app)
    t.equal((await login(app, newest(app))).status, 200)
  }
  t.equal((await login(app, 'nonsense')).status, 401, 'the tenth')
  await send(app)
  t.equal((await login(app, newest(app))).status, 429)
})

t.test("a delayed job past the code's lifetime sends nothing, and keeps the newer code valid", async t => {
  const app = await withSam(t)
  const asked = app.clock.now().toISOString()
  app.clock.advance(11 * 60 * 1000)
  await send(app)
  const code = newest(app)
  await send(app, EMAIL, asked)
  t.equal(app.mails.length, 1)
  t.equal((await login(app, code)).status, 200)
})

t.test('reusing an old refresh token ends the session, as it may be stolen', async t => {
  const app = await withSam(t)
  await send(app)
  const { refreshToken } = (await login(app, newest(app))).data
  const refresh = (token: string) => post(app, 'refresh', { refresh_token: token })
  const next = (await refresh(refreshToken)).data
  t.equal((await refresh(refreshToken)).status, 401)
  const users = async () =>
    (await app.server.inject({ url: '/api/users', headers: { authorization: `Bearer ${next.token}` } })).statusCode
  t.equal(await users(), 200, 'a client that refreshes twice in a row stays logged in')
  app.clock.advance(2 * 60 * 1000)
  t.equal((await refresh(refreshToken)).status, 401)
  t.equal(await users(), 401)
  t.equal((await refresh(next.refreshToken)).status, 401)
})

t.test('refresh returns a new pair once per token', async t => {
  const app = await withSam(t)
  await send(app)
  const { refreshToken } = (await login(app, newest(app))).data
  const refresh = (token: string) => post(app, 'refresh', { refresh_token: token })
  const both = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
  t.strictSame(both.map(a => a.status).sort(), [200, 401])
  const next = both.find(a => a.status === 200)?.data
  t.ok(next.token && next.refreshToken !== refreshToken)
  t.equal((await refresh(next.refreshToken)).status, 200)
  t.equal((await refresh('nonsense')).status, 401)
  t.equal((await post(app, 'refresh', {})).status, 422)
})

t.test('accepts a text message with the added +1', async t => {
  const app = await withSam(t)
  for (const target of ['+14155550100', '4155550100', '(415) 555-0100', '+114155550100']) {
    t.equal((await magic(app, target, 'sms')).status, 200, target)
  }
  await sendSignInCode(app, {
    connection: 'sms',
    target: '+14155550100',
    askedFrom: fromNetwork('127.0.0.1'),
    askedAt: app.clock.now().toISOString(),
  })
  const code = app.texts[0]?.body.match(/^(\d{6})$/m)?.[1]
  t.equal(app.texts[0]?.to, '+14155550100')
  t.equal((await post(app, 'login', { connection: 'sms', target: '415 555 0100', code })).status, 200)
})

t.test('reports an invalid target at its field', async t => {
  const app = await withSam(t)
  for (const [connection, target, message] of [
    ['email', '', 'Enter your email.'],
    ['email', 'x', 'Email does not look right.'],
    ['sms', '123', 'This mobile number does not look right.'],
  ]) {
    const { status, data } = await post(app, 'magic', { connection, target, recaptcha_response: '' })
    t.equal(status, 422)
    t.equal(data.errors[0].message, message)
  }
})

t.test('a session ends after eight idle hours or one day; logging out ends cookie and bearer', async t => {
  const app = await withSam(t)
  const idle = await signedIn(app)
  t.equal((await idle.open('/login')).status, 303, 'redirected, as already signed in')
  app.clock.advance(IDLE_MS + 61_000)
  t.equal((await idle.open('/login')).status, 200)
  const busy = await signedIn(app)
  for (let hours = 0; hours < LONGEST_MS; hours += IDLE_MS / 2) {
    t.equal((await busy.open('/login')).status, 303)
    app.clock.advance(IDLE_MS / 2)
  }
  t.equal((await busy.open('/login')).status, 200)
  const [here, there] = [await signedIn(app), await signedIn(app)]
  t.equal((await here.post('/logout', {})).location, '/')
  t.equal((await here.open('/login')).status, 200)
  t.equal((await there.open('/login')).status, 303)
  const elsewhere = await signedIn(app)
  await there.post('/logout', { where: 'everywhere' })
  t.equal((await elsewhere.open('/login')).status, 200)
})
