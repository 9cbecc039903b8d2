import t from 'tap'
import { moveCode } from '#src/access/code-moves.ts'
import { setProcessed } from '#src/access/people.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { enrollmentRow } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'

const DAY = 24 * 60 * 60 * 1000

/** Sets up a person whose access ends with the term, on 2026-12-20. */
const setUp = async (t: Test, sells = ['A'], term = '2026-12-20T05:59:59Z') => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, sells, { termEndsAt: new Date(term) })
  const user_id = 'user-1'
  const open = () => launch(app, school.key, { context_id: course.contextId, user_id })
  const { token } = await open()
  const code = await makeCode(app, 'A', { maxUsage: 5 })
  const enter = async (given = code) => redeem(app, token, given)
  const page = async () => (await app.server.inject({ url: `/lti/pay?token=${token}` })).body
  return { app, course, token, code, open, enter, page, row: () => enrollmentRow(app, token) }
}

t.test('a launch after access ended says so and offers code and card again', async t => {
  const { app, token, code, open, enter, page, row } = await setUp(t)
  t.hasStrict(await enter(), { status: 'PROCESSED' })
  t.match(await page(), 'You are in!')
  app.clock.set('2026-12-20T06:00:00Z')
  t.equal((await open()).token, token, 'the same row')
  const body = await page()
  t.match(body, 'Your access ended on 12/19/26')
  t.match(body, 'Enter Access Code')
  t.notMatch(body, 'Sign-up for this course has ended')
  t.match(await row(), { processedAt: null, source: null })
  t.hasStrict(await enter(), { status: 'MAX_SAME_EMAIL' }, 'the code of the first period stays used')
  t.hasStrict(await enter(await makeCode(app, 'A')), { status: 'PROCESSED' })
  const again = await page()
  t.match(again, 'You are in!')
  t.notMatch(again, 'Your access ended')
  const { rows } = await app.db.client.query("select kind, data->>'accessEndsAt' as until from messages order by id")
  t.strictSame(
    rows.map(m => m.kind),
    ['welcome', 'welcome-back'],
  )
  t.equal(rows[1].until, '2027-06-20T06:00:00.000Z')
  const until = (await row()).accessEndsAt
  t.equal(until?.toISOString(), '2027-06-20T06:00:00.000Z', 'the term is over, so access lasts six months')
  t.equal((await app.db.client.query('select used from coupons where coupon_code = $1', [code])).rows[0].used, 1)
})

t.test('a code redeemed right after access ended starts a new period, without opening a page first', async t => {
  const { app, enter, row } = await setUp(t)
  await enter()
  app.clock.set('2026-12-21T00:00:00Z')
  const fresh = await makeCode(app, 'A')
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(fresh)))
  t.strictSame(new Set(answers.map(a => a.status)), new Set(['PROCESSED']))
  t.equal((await row()).source, 'code')
  const { rows } = await app.db.client.query("select count(*)::int as n from audit where action = 'end-access'")
  t.equal(rows[0].n, 1)
})

t.test('staff who process an ended row before its next page view start a new period', async t => {
  const { app, token, enter, row } = await setUp(t)
  await enter()
  app.clock.set('2026-12-21T00:00:00Z')
  await setProcessed(app, { token, processed: true }, colleague)
  t.match(await row(), { processedAt: app.clock.now(), processedBy: colleague.id })
  t.ok((await row()).accessEndsAt! > app.clock.now())
})

t.test('moving a code to a person whose access ended processes them', async t => {
  const { app, course, token, open, enter, row } = await setUp(t)
  await enter()
  const { rows } = await app.db.client.query('select key from consumers')
  const other = await makeCourse(app, course.consumerId!, ['A', 'B'], { contextId: 'another' })
  const from = (await launch(app, rows[0].key, { context_id: other.contextId, user_id: 'user-1' })).token
  const code = await makeCode(app, 'A')
  await redeem(app, from, code)
  app.clock.set('2026-12-21T00:00:00Z')
  t.hasStrict(await moveCode(app, { code, token: from, toToken: token }, colleague), {
    gaveAccess: true,
  })
  t.equal((await row()).source, 'code')
  t.equal((await open()).token, token)
})

t.test('a free course renews access at the next page view', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['zfree'], { contextId: 'ctx-1' })
  await app.db.client.query("update products set name = 'zfree'")
  const { token } = await launch(app, school.key)
  app.clock.advance(200 * DAY)
  t.match((await app.server.inject({ url: `/lti/pay?token=${token}` })).body, 'You are in!')
  t.ok((await enrollmentRow(app, token)).accessEndsAt!.getTime() > app.clock.now().getTime())
})

t.test('staff who process an ended row again restore none of its codes', async t => {
  const { app, token, enter, page } = await setUp(t)
  await enter()
  app.clock.set('2027-01-01T00:00:00Z')
  await page()
  await setProcessed(app, { token, processed: true }, colleague)
  const found = await findEntitlement(app, token)
  t.match(found, { source: 'staff', codes: [{ voidedAt: Date }] })
})
