import t from 'tap'
import { jobHandlers } from '#src/modules.ts'
import { textOf } from '../support/html.ts'
import { launch } from '../support/school.ts'
import { buy, checkoutRow, isProcessed, pressPay, type Shop, shop } from '../support/shop.ts'

/** No event of the card provider arrives in these tests. */
const openPage = async ({ base, token }: Shop): Promise<string> =>
  textOf(await (await fetch(`${base}/lti/pay?token=${token}`)).text())

const MINUTE = 60_000
const DONE = 'Thank you. You are in!'

const check = (given: Shop) => jobHandlers(given.app.modules, given.app)['check-checkouts']({}, 0)
const asked = ({ stripe }: Shop) =>
  stripe.asked.filter(a => a.method === 'GET' && a.path.startsWith('/v1/checkout/sessions/cs_')).length

t.test('a look at the page finds a payment whose event was lost', async t => {
  const given = await shop(t)
  await buy(given)
  t.notOk(await isProcessed(given))
  t.match(await openPage(given), DONE)
  t.ok(await isProcessed(given))
})

t.test('so does a new launch', async t => {
  const given = await shop(t)
  const { app, school, course } = given
  const student = { context_id: course.contextId, user_id: 'ana' }
  const { token } = await launch(app, school.key, student)
  await buy({ ...given, token })
  const again = await launch(app, school.key, student)
  t.equal(again.token, token)
  t.match(await openPage({ ...given, token }), DONE)
})

t.test('so does the job, within five minutes', async t => {
  const given = await shop(t)
  const { id } = await buy(given)
  for (let minute = 0; minute < 5 && !(await isProcessed(given)); minute++) {
    given.app.clock.advance(MINUTE)
    await check(given)
  }
  t.ok(await isProcessed(given))
  t.match(await checkoutRow(given, id), { status: 'paid' })
})

t.test('a person who did not pay sees the price, and the provider is not asked again at once', async t => {
  const given = await shop(t)
  await pressPay(given)
  const before = asked(given)
  for (let look = 0; look < 5; look++) t.match(await openPage(given), 'Total by card')
  t.equal(asked(given) - before, 1, 'once a minute')
  given.app.clock.advance(MINUTE)
  await openPage(given)
  t.equal(asked(given) - before, 2)
})

t.test('an abandoned checkout is asked about ever less often', async t => {
  const given = await shop(t)
  await pressPay(given)
  const before = asked(given)
  for (let minute = 0; minute < 6 * 60; minute++) {
    given.app.clock.advance(MINUTE)
    await check(given)
  }
  const times = asked(given) - before
  t.ok(times >= 10 && times <= 16, `${times} times in six hours`)
})

t.test('two processes ask once, and a provider that is away keeps nobody from the page', async t => {
  const given = await shop(t)
  await buy(given)
  given.stripe.armed.push({ status: 500, times: 3, path: '/v1/checkout/sessions' })
  const pages = await Promise.all([openPage(given), openPage(given), check(given)])
  t.ok(pages)
  given.app.clock.advance(2 * MINUTE)
  t.match(await openPage(given), DONE)
})
