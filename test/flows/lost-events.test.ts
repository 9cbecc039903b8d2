import t from 'tap'
import { jobHandlers } from '#src/handlers/jobs.ts'
import { makeGate } from '../support/gate.ts'
import { textOf } from '../support/html.ts'
import { launch } from '../support/school.ts'
import { buy, checkoutRow, isProcessed, openSuccess, pressPay, type Shop, shop } from '../support/shop.ts'
import { until } from '../support/until.ts'

/** No event of the card provider arrives in these tests. */
const openPage = async ({ base, token }: Shop): Promise<string> =>
  textOf(await (await fetch(`${base}/lti/pay?token=${token}`)).text())

const MINUTE = 60_000
const DONE = 'Thank you. You are in!'

const check = (given: Shop) => jobHandlers(given.app)['check-checkouts']({}, 0)
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

const CONFIRMING = 'We are confirming your payment'
const down = { status: 500, times: 100, path: '/v1/checkout/sessions' }

t.test('while the provider is down, a person who may have paid is not asked to pay again', async t => {
  const given = await shop(t)
  const { back } = await buy(given)
  given.stripe.armed.push({ ...down })
  t.match((await openSuccess(given, back)).body, CONFIRMING)
  for (const look of ['first', 'second']) {
    const page = await openPage(given)
    t.match(page, CONFIRMING, look)
    t.notMatch(page, 'Total by card', look)
    t.notMatch(page, 'Make Payment', look)
    t.match(page, 'Use an access code instead', look)
  }
  const pressed = await pressPay(given)
  t.equal(pressed.status, 502)
  t.match(pressed.body, 'we cannot see your last payment yet')
  t.notMatch(pressed.body, 'Nothing was charged')
  given.stripe.armed.length = 0
  given.app.clock.advance(10_000)
  t.match(await openPage(given), DONE)
})

t.test('a page waits three seconds for a slow provider, and its late answer counts', async t => {
  const given = await shop(t)
  const { back } = await buy(given)
  const provider = makeGate()
  given.stripe.armed.push({ hold: provider.opened, times: 2, path: '/v1/checkout/sessions' })
  const [success, page] = await Promise.all([openSuccess(given, back), openPage(given)])
  t.match(success.body, CONFIRMING)
  t.match(page, CONFIRMING)
  provider.open()
  await until('the payment counts', () => isProcessed(given))
})

t.test('a school without access codes shows nothing else until the payment is confirmed', async t => {
  const given = await shop(t, { school: { acceptsAccessCode: false } })
  await buy(given)
  given.stripe.armed.push({ ...down })
  const page = await openPage(given)
  t.match(page, 'Check again')
  t.notMatch(page, 'access code')
  t.notMatch(page, 'I agree to the')
})

t.test('after an outage, a person who did not pay sees the price again', async t => {
  const given = await shop(t)
  await pressPay(given)
  given.stripe.armed.push({ ...down })
  t.match(await openPage(given), CONFIRMING)
  given.stripe.armed.length = 0
  given.app.clock.advance(10_000)
  const page = await openPage(given)
  t.match(page, 'Total by card')
  t.notMatch(page, CONFIRMING)
})

t.test('the job asks again a minute after the provider did not answer', async t => {
  const given = await shop(t)
  await buy(given)
  given.app.clock.advance(4 * MINUTE)
  given.stripe.armed.push({ ...down })
  await check(given)
  t.notOk(await isProcessed(given))
  given.stripe.armed.length = 0
  given.app.clock.advance(MINUTE)
  await check(given)
  t.ok(await isProcessed(given))
})

t.test('a lost event and a run of the job without an answer take less than five minutes', async t => {
  const given = await shop(t)
  await buy(given)
  given.stripe.armed.push({ ...down })
  const before = asked(given)
  for (let minute = 1; minute < 5; minute++) {
    // A run may come a little earlier than a minute after the last one.
    given.app.clock.advance(MINUTE - 500)
    const isDown = asked(given) === before
    if (!isDown) given.stripe.armed.length = 0
    await check(given)
    t.equal(await isProcessed(given), !isDown, `after ${minute} minutes`)
    if (!isDown) break
  }
  t.ok(await isProcessed(given))
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
