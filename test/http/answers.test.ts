import t from 'tap'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { makeMembership, makePlatform } from '../support/platform.ts'
import { countOf } from '../support/rows.ts'
import { makeCode, makeConsumer } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

/** Answers of the actions of screens (docs/architecture.md). */

const NOTICE = { text: 'Closed on Monday.', intent: 'set' }
const SAID = 'Everyone can see this now.'

t.test('the page after a form says its sentence once, to the session that sent it', async t => {
  const app = await testApp(t)
  const [me, other] = [await signedIn(app), await signedIn(app, 'manager', 'lee@example.com')]
  t.match(await me.post('/notice', NOTICE), { status: 303, location: '/notice' })
  t.notMatch((await other.open('/notice')).body, SAID, 'not to another colleague')
  t.notMatch((await (await signedIn(app)).open('/notice')).body, SAID, 'not to another device of the same person')
  t.notMatch((await me.open('/notice?x=1')).body, SAID, 'not at another address')
  const polled = { cookie: me.cookie, 'sec-fetch-dest': 'empty' }
  t.notMatch((await app.server.inject({ url: '/notice', headers: polled })).body, SAID, 'not to a poll of the page')
  t.match((await me.open('/notice')).body, SAID)
  t.notMatch((await me.open('/notice')).body, SAID, 'not again')
  t.equal(await countOf(app, 'staff_flashes'), 0)
})

t.test('two tabs do not mix up, and what is not opened within a minute is gone', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  for (const couponCode of ['CODE-A-1', 'CODE-A-2']) await makeCode(app, 'A', { couponCode })
  const change = (coupon_code: string) =>
    me.post(`/access_code/${coupon_code}`, { coupon_code, max_usage: '3', expires_at: '', intent: 'change' })
  await change('CODE-A-1')
  await me.post('/notice', NOTICE)
  await change('CODE-A-2')
  for (const code of ['CODE-A-1', 'CODE-A-2']) t.match(textOf((await me.open(`/access_code/${code}`)).body), 'Changed.')
  app.clock.advance(60_000)
  t.notMatch((await me.open('/notice')).body, SAID, 'too late')
  t.equal(await countOf(app, 'staff_flashes'), 0, 'and deleted')
})

t.test('no sentence or secret is in an address, a cookie or, in the clear, in the database', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const made = await me.post('/manage_consumer', { key: 'new', name: 'New School', intent: 'create' })
  t.equal(made.location, '/manage_consumer?key=new')
  t.match(String(made.headers['set-cookie']), /^signbook_staff=[^,]*$/, 'only the session is renewed')
  const { rows } = await app.db.client.query('select body from staff_flashes')
  const { body } = await me.open(made.location)
  const [, secret = ''] = textOf(body).match(/Shared secret (\S+)/) ?? []
  t.ok(secret.length > 10)
  for (const text of [secret, 'Shared', 'created']) t.notMatch(rows[0].body, text)
  t.notMatch((await me.open(made.location)).body, secret)
})

t.test('ending a session deletes what its pages would have shown', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await me.post('/notice', NOTICE)
  await me.post('/logout', {})
  t.equal(await countOf(app, 'staff_flashes'), 0)
})

t.test('a refused form shows the same page with its status, its reason and what was typed', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const long = 'x'.repeat(301)
  const refused = await me.post('/notice', { text: long, intent: 'set' })
  t.match(refused, { status: 422, headers: { 'x-reason': 'notice_too_long' } })
  t.match(refused.body, `>${long}</textarea>`)
  t.match(refused.body.match(/<p class="problem"[^>]*>([^<]*)/)?.[1], 'At most 300 characters.', 'at its field')
  t.notMatch(refused.body, 'data-feedback', 'not at the top too')
  const blank = await me.post('/manage_product', { product_code: 'NEW', name: 'New', intent: 'create' })
  t.match(blank, { status: 422, headers: { 'x-reason': 'form_invalid' }, body: 'data-feedback="problem"' })
  t.match(blank.body, 'value="New"', 'a problem that no field shows is at the top')
})

t.test('a question keeps what was typed, and asks again without a reason', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { deployment } = await makePlatform(app)
  const form = { id: String(deployment.id), name: 'Oak', accepts_access_code: 'yes', intent: 'refuse' }
  const asked = await me.post('/deployments', form)
  t.match(asked, { status: 200, headers: { 'x-reason': 'confirmation_needed' }, body: 'Refuse ' })
  t.match(asked.body, 'name="name" value="Oak"')
  t.notMatch(asked.body, 'All deployments', 'the question replaces the panels')
  const again = await me.post('/deployments', { ...form, confirmed: 'yes', reason: ' ' })
  t.match(again, { status: 422, headers: { 'x-reason': 'reason_required' }, body: 'Enter a reason.' })
  t.match(await me.post('/deployments', { ...form, confirmed: 'yes', reason: 'closed' }), { status: 303 })
})

t.test('an island that posts the form gets the answer as JSON', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { token } = await makeMembership(app, ['A'])
  const school = await makeConsumer(app, { key: 'k' })
  const fetchForm = async (url: string, fields: Record<string, string>) => {
    const answer = await app.server.inject({
      method: 'POST',
      url,
      headers: {
        accept: 'application/json',
        cookie: me.cookie,
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    })
    return { status: answer.statusCode, reason: answer.headers['x-reason'], data: answer.json() }
  }
  t.strictSame(await fetchForm('/notice', { text: ' ', intent: 'set' }), {
    status: 422,
    reason: 'notice_empty',
    data: {
      error: 'Enter a message.',
      reason: 'notice_empty',
      errors: [{ field: 'text', message: 'Enter a message.' }],
    },
  })
  t.match(await fetchForm('/notice', NOTICE), { status: 200, data: { to: '/notice' } })
  t.match((await me.open('/notice')).body, SAID, 'the page that it opens then says the sentence')
  t.match(await fetchForm(`/schools/${school.schoolId}`, { key: school.key, intent: 'rotate' }), {
    status: 409,
    reason: 'confirmation_needed',
  })
  t.match(await fetchForm(`/lti/pay?token=${token}`, { intent: 'coupons', agreed: 'yes' }), {
    data: { to: `/lti/pay?token=${token}&step=coupons` },
  })
})
