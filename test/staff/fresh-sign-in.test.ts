import t from 'tap'
import { fromSession } from '#src/accounts/rules/sign-in.ts'
import { sendSignInCode } from '#src/accounts/sign-in-codes.ts'
import { staffSessions } from '#src/accounts/store/schema/staff.ts'
import { FRESH_MS, REFUND_FRESH_MS } from '#src/core/rules/staff.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { headingOf, tagsOf, textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { makeConsumer } from '../support/school.ts'
import { buy, COMPLETED, deliver, isProcessed, shop } from '../support/shop.ts'
import { type Me, type Page, signedIn } from '../support/staff.ts'

const later = (app: TestApp) => app.clock.advance(FRESH_MS + 1)
const newest = (app: TestApp) => app.mails.at(-1)?.text.match(/^(\d{6})$/m)?.[1] ?? 'none'

/** Runs the job that e-mails a code for a session of `me`. */
const send = async (app: TestApp, me: Me) => {
  const [session] = await app.db.orm.select().from(staffSessions).orderBy(staffSessions.id).limit(1)
  const askedFrom = fromSession(session?.id ?? 0)
  const askedAt = app.clock.now().toISOString()
  await sendSignInCode(app, { connection: 'email', target: me.staff.email, askedFrom, askedAt })
}

/** Returns the hidden fields of the page, which its form sends again. */
const kept = (page: Page): Record<string, string[]> => {
  const fields: Record<string, string[]> = {}
  for (const { type, name = '', value = '' } of tagsOf(page.body, 'input'))
    if (type === 'hidden') fields[name] = [...(fields[name] ?? []), value]
  return fields
}

t.test('a refund asks for a sign-in of the last hour, and keeps what was typed', async t => {
  const given = await shop(t, { products: ['A'] })
  const { app } = given
  const me = await signedIn(app)
  const { id } = await buy(given)
  await deliver(given, COMPLETED)
  app.clock.advance(REFUND_FRESH_MS + 1)
  const url = `/payments?token=${given.token}`
  const preview = await me.send(url, { session_id: id, intent: 'refund' })
  t.equal(preview.status, 200, 'looking at the effects needs no fresh sign-in')
  const [confirmed = ''] = kept(preview).confirmed ?? []
  const fields = { session_id: id, reason: 'Dropped the course', confirmed, intent: 'refund' }
  const asked = await me.send(url, fields)
  t.equal(asked.status, 403)
  t.equal(headingOf(asked.body), 'Confirm it is you')
  t.match(textOf(asked.body), me.staff.email)
  t.strictSame(kept(asked), Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]])))

  const sent = await me.send(url, { ...kept(asked), confirm_step: 'send' })
  t.match(sent, { status: 200, body: 'one-time-code' })
  t.equal(await countOf(app, "pgboss.job where name = 'sign-in-code'"), 1)
  await send(app, me)
  const wrong = newest(app) === '000000' ? '111111' : '000000'
  const refused = await me.send(url, { ...kept(sent), confirm_step: 'check', confirm_code: wrong })
  t.match(refused, { status: 422, body: 'The code given is not right.' })
  t.ok(await isProcessed(given))
  const code = newest(app).replace(/^(...)/, '$1 ')
  const done = await me.send(url, { ...kept(refused), confirm_step: 'check', confirm_code: code })
  t.match(textOf(done.body), '$49.00: The refund is on its way.')
  t.notOk(await isProcessed(given))
})

t.test('a refund within an hour of the sign-in asks for nothing', async t => {
  const given = await shop(t, { products: ['A'] })
  const me = await signedIn(given.app)
  const { id } = await buy(given)
  await deliver(given, COMPLETED)
  given.app.clock.advance(REFUND_FRESH_MS)
  const url = `/payments?token=${given.token}`
  const [confirmed = ''] = kept(await me.send(url, { session_id: id, intent: 'refund' })).confirmed ?? []
  const done = await me.send(url, { session_id: id, reason: 'Dropped the course', confirmed, intent: 'refund' })
  t.match(textOf(done.body), '$49.00: The refund is on its way.')
})

t.test('a new secret and the export of a school need a fresh sign-in; looking and changing do not', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { key: 'school_a' })
  const rotate = { key: school.key, intent: 'rotate', confirmed: 'yes', reason: 'leaked' }
  t.match((await me.send(`/schools/${school.schoolId}`, rotate)).body, 'Shared secret', 'a sign-in counts as fresh')
  later(app)
  t.equal(headingOf((await me.send(`/schools/${school.schoolId}`, rotate)).body), 'Confirm it is you')
  t.equal(await countOf(app, "audit where action = 'rotate-secret'"), 1)
  t.equal((await me.call('POST', '/twa/update_consumer', { key: school.key, is_k12: true })).status, 200)
  t.match(await me.call('GET', `/api/schools/${school.schoolId}/export.zip`), {
    status: 403,
    data: { reason: 'sign_in_again', error: /^You logged in more than ten minutes/ },
  })
  t.equal((await me.open('/audit')).status, 200)
})

t.test('a link to an export leads to the check and back to its page', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const exported = `/api/schools/${(await makeConsumer(app)).schoolId}/export.zip`
  later(app)
  const headers = { cookie: me.cookie, accept: 'text/html,*/*', 'sec-fetch-site': 'same-origin' }
  const from = (referer: string) =>
    app.server.inject({ url: exported, headers: { ...headers, host: 'localhost:3000', referer } })
  const answer = await from('http://localhost:3000/audit?kind=staff')
  t.match([answer.statusCode, answer.headers.location], [303, '/confirm_sign_in?redirect=%2Faudit%3Fkind%3Dstaff'])
  t.match((await from('https://evil.example/audit')).headers.location, /redirect=%2Fcourse$/)

  const url = String(answer.headers.location)
  t.equal(headingOf((await me.open(url)).body), 'Confirm it is you')
  t.equal((await me.send(url, { confirm_step: 'send' })).status, 200)
  await send(app, me)
  const back = await me.post(url, { confirm_step: 'check', confirm_code: newest(app) })
  t.match(back, { status: 303, location: '/audit?kind=staff' })
  const bearer = { authorization: `Bearer ${me.bearer}` }
  const answered = await app.server.inject({ url: exported, headers: bearer })
  t.equal(answered.statusCode, 200, 'the bearer of the same session is fresh too')
  t.match(await me.open(url), { status: 303, location: '/audit?kind=staff' }, 'a fresh session is sent on')
  t.match(await me.open('/confirm_sign_in?redirect=https://evil.example'), { status: 303, location: '/course' })
})

t.test('a code works once, for its own session only, and five an hour are sent', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const url = '/confirm_sign_in?redirect=/audit'
  await send(app, me)
  const other = await signedIn(app)
  later(app)
  await send(app, me)
  const check = (who: Me, code: string) => who.post(url, { confirm_step: 'check', confirm_code: code })
  t.equal((await check(other, newest(app))).status, 422, "another session's code")
  const all = await Promise.all([1, 2, 3].map(() => check(me, newest(app))))
  t.strictSame(all.map(a => a.status).sort(), [303, 422, 422])
  later(app)
  const asked = await Promise.all(Array.from({ length: 7 }, () => me.send(url, { confirm_step: 'send' })))
  t.strictSame(asked.map(a => a.status).sort(), [200, 200, 200, 200, 200, 429, 429])
})
