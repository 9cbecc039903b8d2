import t from 'tap'
import { fromNetwork } from '#src/accounts/rules/sign-in.ts'
import { deleteEndedSignIns } from '#src/accounts/sessions.ts'
import { sendSignInCode } from '#src/accounts/sign-in-codes.ts'
import { passkeyChallenges, recoveryCodes, staffSessions } from '#src/accounts/store/schema/staff.ts'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { sha256 } from '#src/core/crypto.ts'
import { FRESH_MS } from '#src/core/rules/staff.ts'
import { sendMessage } from '#src/messages/messages.ts'
import { messages } from '#src/messages/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { headingOf, tagsOf, textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { signedIn } from '../support/staff.ts'

const EMAIL = 'manager@example.com'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 14_4 like Mac OS X) AppleWebKit/605.1.15 Version/14.0 Safari/604.1'

const logIn = (app: TestApp, code: string, headers: Record<string, string> = {}, target = EMAIL) =>
  app.server.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload: { connection: 'email', target, code },
  })

/** Signs in with an e-mailed code. */
const logInByCode = async (app: TestApp, headers: Record<string, string> = {}, email = EMAIL) => {
  const askedAt = app.clock.now().toISOString()
  const askedFrom = fromNetwork('127.0.0.1')
  await sendSignInCode(app, { connection: 'email', target: email, askedFrom, askedAt })
  return logIn(app, app.mails.at(-1)?.text.match(/^(\d{6})$/m)?.[1] ?? 'none', headers, email)
}
const notices = async (app: TestApp) =>
  (await app.db.orm.select().from(messages).orderBy(messages.id)).map(m => m.data as { event: string; device: string })

t.test('recovery codes are shown once, work once, and each use is audited and mailed', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const made = await me.send('/account', { intent: 'codes' })
  const codes = textOf(made.body).match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? []
  t.equal(new Set(codes).size, 10)
  t.notMatch(textOf((await me.open('/account')).body), codes[0])
  t.match(textOf((await me.open('/account')).body), 'You have 10 left.')
  const stored = await app.db.orm.select().from(recoveryCodes)
  t.notOk(stored.some(row => codes.join(' ').replaceAll('-', '').includes(row.codeHash)))

  const [first = '', second = '', third = ''] = codes
  t.equal((await logIn(app, first.toLowerCase().replace('-', ' '))).statusCode, 200)
  t.equal((await logIn(app, first)).statusCode, 401, 'a used code')
  t.match(await notices(app), [{ event: 'recovery-code', device: 'An API client' }])
  t.equal(await countOf(app, "audit where action = 'use-recovery-code' and subject_kind = 'staff'"), 1)
  const all = await Promise.all([1, 2, 3].map(() => logIn(app, second)))
  t.strictSame(all.map(a => a.statusCode).sort(), [200, 401, 401], 'at once it works once')
  const other = await saveStaff(app.db, { email: 'other@example.com' })
  t.equal((await logIn(app, third, {}, other.email)).statusCode, 401, "another's code")

  await me.send('/account', { intent: 'codes' })
  t.equal((await logIn(app, third)).statusCode, 401, 'a new set replaces the old one')
  app.clock.advance(FRESH_MS + 1)
  t.equal(headingOf((await me.send('/account', { intent: 'codes' })).body), 'Confirm it is you')
})

t.test('a recovery code signs in without JavaScript', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const made = await me.send('/account', { intent: 'codes' })
  const [code = ''] = textOf(made.body).match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? []
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.server.inject({
      method: 'POST',
      url: '/login?redirect=/audit',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  const asked = await post({ connection: 'email', target: EMAIL, intent: 'recovery' })
  const { location = '' } = asked.headers
  t.notMatch(decodeURIComponent(location), EMAIL)
  const { body } = await app.server.inject(location)
  t.match(textOf(body), 'Enter one of the recovery codes that you saved.')
  const fields = Object.fromEntries(tagsOf(body, 'input').map(({ name = '', value = '' }) => [name, value]))
  const wrong = await post({ ...fields, code: 'AAAAA-AAAAA', intent: 'login' })
  t.match([wrong.statusCode, textOf(wrong.body)], [401, /Recovery code.*The code given is not right\./])
  const foreign = { origin: 'https://evil.example' }
  t.equal((await post({ ...fields, code, intent: 'login' }, foreign)).statusCode, 403, 'another site cannot log us in')
  t.equal((await logIn(app, code, foreign)).statusCode, 403)
  const right = await post({ ...fields, code, intent: 'login' })
  t.match([right.statusCode, right.headers.location], [303, '/audit'])
})

t.test('a form of another site signs nobody in', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const made = await me.send('/account', { intent: 'codes' })
  const [first = '', second = '', third = ''] = textOf(made.body).match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? []
  const post = (url: string, code: string, headers: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url,
      headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ connection: 'email', target: EMAIL, code, intent: 'login' }).toString(),
    })
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[])
    for (const url of ['/login', '/api/auth/login']) {
      const { statusCode, cookies } = await post(url, first, headers)
      t.strictSame([statusCode, cookies], [403, []], `${url} ${JSON.stringify(headers)}`)
    }
  const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
  t.equal((await post('/login', first, own)).statusCode, 303, 'the code was not used up')
  t.equal((await post('/api/auth/login', second, own)).statusCode, 200)
  t.equal((await post('/api/auth/login', third, {})).statusCode, 200, 'a program sends no such headers')
})

t.test('lists sessions with their device, and ends one or all others', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await logInByCode(app, { 'user-agent': IPAD })
  app.clock.advance(60_000)
  const bearer = (await logInByCode(app, { 'user-agent': FIREFOX })).json().token
  const page = await me.open('/account')
  t.match(textOf(page.body), /Firefox on Linux.*Safari on iPad/s)
  t.match(textOf(page.body), 'Firefox on Linux (this one)')
  const sessions = await app.db.orm.select().from(staffSessions).orderBy(staffSessions.id)
  const [mine, iPad, firefox] = sessions
  const colleague = await signedIn(app, 'support')
  const stolen = await colleague.send('/account', { intent: 'end-session', id: String(firefox?.id) })
  t.equal(stolen.status, 404, "another's session")
  t.match(textOf((await me.send('/account', { intent: 'end-session', id: String(iPad?.id) })).body), 'is signed out.')
  t.equal((await me.send('/account', { intent: 'end-session', id: String(iPad?.id) })).status, 404)
  t.equal(await countOf(app, 'staff_sessions'), 3)
  await me.send('/account', { intent: 'end-others' })
  const left = await app.db.orm.select().from(staffSessions).orderBy(staffSessions.id)
  t.equal(left[0]?.id, mine?.id)
  t.equal(left.length, 2, "the colleague's session stays")
  const call = await app.server.inject({ url: '/api/users', headers: { authorization: `Bearer ${bearer}` } })
  t.equal(call.statusCode, 401, 'the token of an ended session')
  t.match(await me.post('/account', { intent: 'end-session', id: String(mine?.id) }), { location: '/login' })
  t.match(await me.open('/account'), { status: 302, location: '/' })
})

t.test('a sign-in from a new device is mailed, the first of all and known devices are not', async t => {
  const app = await testApp(t)
  await saveStaff(app.db, { email: EMAIL, firstName: 'Sam' })
  await logInByCode(app, { 'user-agent': FIREFOX })
  t.strictSame(await notices(app), [])
  await logInByCode(app, { 'user-agent': FIREFOX })
  t.strictSame(await notices(app), [], 'a program with the same name and network')
  const browser = { 'user-agent': IPAD, 'sec-fetch-site': 'same-origin' }
  const answer = await logInByCode(app, browser)
  t.match(await notices(app), [{ event: 'new-device', device: 'Safari on iPad' }])
  const cookie = answer.cookies.find(c => c.name === 'signbook_device')
  t.match(cookie, { httpOnly: true, sameSite: 'Lax' })
  await logInByCode(app, { ...browser, cookie: `signbook_device=${cookie?.value}` })
  t.equal((await notices(app)).length, 1, 'the same browser again')
  await logInByCode(app, browser)
  t.equal((await notices(app)).length, 2, 'a browser without the cookie')
  await sendMessage(app, 1)
  const mail = app.mails.at(-1)
  t.match(mail, { to: EMAIL, subject: 'New login to Signbook', text: 'Device: Safari on iPad.' })
  t.match(mail?.text, 'http://localhost:3000/account')
})

t.test('challenges are stored hashed, and a wrong answer uses one up', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const ask = async (url: string, headers = {}) =>
    (await app.server.inject({ method: 'POST', url, headers, payload: {} })).json()
  const options = await ask('/api/auth/passkey_options')
  t.match(options, { rpId: 'localhost', userVerification: 'required' })
  t.notOk(options.allowCredentials, 'the browser finds the passkeys itself')
  const stored = await app.db.orm.select().from(passkeyChallenges)
  t.strictSame(
    stored.map(c => c.challengeHash),
    [sha256(options.challenge)],
  )
  const response = (challenge: string) => ({
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: {
      clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString('base64url'),
      authenticatorData: 'AAAA',
      signature: 'AAAA',
    },
  })
  const answer = (url: string, challenge: string) => me.call('POST', url, { response: response(challenge) })
  t.match(await answer('/api/account/confirm', options.challenge), { status: 422, data: { reason: 'passkey_failed' } })
  t.equal(await countOf(app, 'passkey_challenges'), 1, 'a challenge for something else')
  t.equal((await answer('/api/auth/passkey', options.challenge)).status, 422)
  t.equal(await countOf(app, 'passkey_challenges'), 0)
  const bearer = { authorization: `Bearer ${me.bearer}` }
  const own = await ask('/api/account/passkey_options', bearer)
  t.match(own, { authenticatorSelection: { residentKey: 'required', userVerification: 'required' } })
  app.clock.advance(FRESH_MS + 1)
  t.match(await ask('/api/account/passkey_options', bearer), { reason: 'sign_in_again' })
  await deleteEndedSignIns(app)
  t.equal(await countOf(app, 'passkey_challenges'), 0, 'expired ones are deleted')
})

t.test('staff without a name are asked for it after the first sign-in', async t => {
  const app = await testApp(t, { env: { STAFF_EMAILS: 'new@example.com' } })
  const me = await signedIn(app, 'manager', 'new@example.com')
  await saveStaff(app.db, { email: 'new@example.com', firstName: '', lastName: '' })
  const url = '/your_name?redirect=%2Faudit'
  t.equal(headingOf((await me.open(url)).body), 'What is your name?')
  t.match(await me.send(url, { first_name: 'Noé', last_name: ' ' }), { status: 422, body: 'Enter your last name.' })
  t.equal((await me.send(url, { first_name: 'http://evil.example', last_name: 'X' })).status, 422)
  t.match(await me.post(url, { first_name: ' Noé ', last_name: "O'Neil" }), { status: 303, location: '/audit' })
  t.match(await me.open(url), { status: 303, location: '/audit' }, 'asked once')
  t.equal(await countOf(app, "audit where action = 'change-name'"), 1)
  t.equal(headingOf((await me.open('/your_name?redirect=/account&change=yes')).body), 'What is your name?')
})

t.test("an ended session shows 'Unauthorized.' on a form, and its cookie goes", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await app.db.orm.delete(staffSessions)
  const headers = { cookie: me.cookie, host: 'localhost:3000', origin: 'http://localhost:3000' }
  const gone = (answer: { cookies: unknown[] }) => t.match(answer.cookies, [{ name: 'signbook_staff', value: '' }])
  const form = await app.server.inject({
    method: 'POST',
    url: '/activate_course/m_x',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'intent=change&product_code=ASL1',
  })
  t.equal(form.statusCode, 401)
  t.match(textOf(form.body), 'Unauthorized.')
  t.notMatch(form.body, 'class="rail"', 'no menu')
  gone(form)
  const call = await app.server.inject({ method: 'POST', url: '/twa/activate_course', headers, payload: {} })
  t.equal(call.statusCode, 401)
  gone(call)
  const visit = await app.server.inject({ url: '/course', headers })
  t.match([visit.statusCode, visit.headers.location], [302, '/'])
  gone(visit)
  const stranger = await app.server.inject({ url: '/course' })
  t.equal(stranger.headers.location, '/login?redirect=%2Fcourse')
})
