import t from 'tap'
import { cardRefunds } from '#src/access/store/schema/checkouts.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { providerCalls } from '#src/core/claims/store/schema.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { refundPayment } from '#src/payments/refunds.ts'
import type { PlannedFailure } from '#src/practice/emulators/stripe/api.ts'
import { testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { makeGate } from '../support/gate.ts'
import { textOf } from '../support/html.ts'
import { makeProduct } from '../support/school.ts'
import { buy, COMPLETED, deliver, isProcessed, openFlags, pressPay, type Shop, shop } from '../support/shop.ts'
import { postAndConfirm, signedIn } from '../support/staff.ts'
import { STRIPE_KEY, WEBHOOK_SECRET } from '../support/stripe.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/** Calls to Stripe that are repeated (docs/adr/0038-renew-call-keys.md). The practice Stripe keeps the answer of a key. */
const HOUR = 3_600_000
const CHECKOUTS = '/v1/checkout/sessions'
const REFUNDS = '/v1/refunds'

/** The different keys that were sent, in their order. */
const keysOf = ({ stripe }: Shop, path: string) => [
  ...new Set(
    stripe.asked.filter(a => a.method === 'POST' && a.path === path).map(a => String(a.headers['idempotency-key'])),
  ),
]
const callsOf = ({ app }: Shop) => app.db.orm.select().from(providerCalls)

/** A second process on the same database. */
const otherProcess = async (t: Test, given: Shop, stripeBase = given.stripe.base) => {
  const env = { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: stripeBase }
  const app = await testApp(t, { db: given.app.db, clock: given.app.clock, env })
  return { app, base: await app.server.listen({ host: '127.0.0.1', port: 0 }) }
}

/** Each row: what the first press meets, and whether the second one sends the same key. */
const failures: Record<string, { plan: Partial<PlannedFailure>; sameKey: boolean; made: number }> = {
  'an error of the provider': { plan: { status: 500 }, sameKey: false, made: 1 },
  'an error although it was made': { plan: { status: 500, after: true }, sameKey: false, made: 2 },
  'a refusal': { plan: { status: 400 }, sameKey: false, made: 1 },
  'a rate limit': { plan: { status: 429 }, sameKey: false, made: 1 },
  'a cut connection': { plan: { cut: true, times: 2 }, sameKey: true, made: 1 },
}

for (const [name, { plan, sameKey, made }] of Object.entries(failures)) {
  t.test(`checkout after ${name}: the next press opens it`, async t => {
    const given = await shop(t)
    given.stripe.armed.push({ path: CHECKOUTS, times: 1, ...plan })
    t.equal((await pressPay(given)).status, 502)
    const { status, id } = await pressPay(given)
    t.equal(status, 303)
    t.equal(keysOf(given, CHECKOUTS).length, sameKey ? 1 : 2)
    t.equal(given.stripe.world.sessions.size, made)
    t.equal((await pressPay(given)).id, id, 'a third press leads to the same checkout')
    t.strictSame(await callsOf(given), [], 'nothing is left of the calls')
  })
}

t.test('checkout after errors in a row: each press has a key of its own', async t => {
  const given = await shop(t)
  given.stripe.armed.push({ path: CHECKOUTS, status: 500, times: 3 })
  for (const status of [502, 502, 502, 303]) t.equal((await pressPay(given)).status, status)
  t.equal(keysOf(given, CHECKOUTS).length, 4)
})

t.test('checkout after a refused price that was mended at Stripe: a new key', async t => {
  const given = await shop(t)
  const { prices } = given.stripe.world
  const price = prices.get('price_A')!
  prices.set('price_A', { ...price, active: false })
  t.match(await pressPay(given), { status: 502, body: /refused this order/ })
  prices.set('price_A', price)
  t.equal((await pressPay(given)).status, 303)
  t.equal(keysOf(given, CHECKOUTS).length, 2)
})

t.test('checkout while the provider does not answer: the retry has the same key', async t => {
  const given = await shop(t)
  const provider = makeGate()
  given.stripe.armed.push({ path: CHECKOUTS, hold: provider.opened, times: 1 })
  t.equal((await pressPay(given)).status, 502, 'no answer in time')
  provider.open()
  t.equal((await pressPay(given)).status, 303)
  t.equal(keysOf(given, CHECKOUTS).length, 1)
  t.equal(given.stripe.world.sessions.size, 1)
})

t.test('checkout after a lost answer a day ago: a new key, because Stripe has forgotten the old one', async t => {
  const given = await shop(t)
  given.stripe.armed.push({ path: CHECKOUTS, cut: true, times: 2 })
  t.equal((await pressPay(given)).status, 502)
  given.app.clock.advance(23 * HOUR)
  t.equal((await pressPay(given)).status, 303)
  t.equal(keysOf(given, CHECKOUTS).length, 2)
})

t.test('two presses at once in two processes open one checkout', async t => {
  const url = await freshDatabaseUrl(t)
  const given = await shop(t, { db: await openAt(t, url) })
  const { base } = await otherProcess(t, { ...given, app: { ...given.app, db: await openAt(t, url) } })
  const provider = makeGate()
  given.stripe.armed.push({ path: CHECKOUTS, hold: provider.opened, times: 1 })
  const pressed = [pressPay(given), pressPay({ ...given, base })]
  await until('both have asked', () => given.stripe.asked.filter(a => a.path === CHECKOUTS).length >= 2)
  provider.open()
  const [one, two] = await Promise.all(pressed)
  t.match([one?.status, two?.status], [303, 303])
  t.equal(one?.id, two?.id)
  t.equal(keysOf(given, CHECKOUTS).length, 1)
  t.equal(given.stripe.world.sessions.size, 1)
})

/** Somebody paid, and staff may refund it or a product of it, by the form or without. */
const paid = async (t: Test, options: Parameters<typeof shop>[1] = {}) => {
  const given = await shop(t, { products: ['A', 'B'], ...options })
  const me = await signedIn(given.app, 'support')
  const bought = await buy(given)
  await deliver(given, COMPLETED)
  const url = `/payments?token=${given.token}`
  const fields = (product_ids: string[]) => ({ session_id: bought.id, intent: 'refund', product_ids })
  const press = async (product_ids: string[] = []) => {
    const { status, body } = await postAndConfirm(me, url, fields(product_ids), 'left')
    return { status, text: textOf(body) }
  }
  const refund = async (product: string, app = given.app) =>
    refundPayment(
      app,
      { sessionId: bought.id, productIds: [(await makeProduct(given.app, product)).id], reason: 'left' },
      { ...me.staff, confirmedAt: given.app.clock.now() },
    )
  const refunds = () => given.stripe.world.refunds.size
  const audited = async () =>
    (await given.app.db.orm.select().from(audit)).filter(line => line.action === 'refund-payment').length
  return { ...given, ...bought, me, press, refund, refunds, audited }
}
const listed = ({ stripe }: Shop) => stripe.asked.some(a => a.method === 'GET' && a.path.startsWith(REFUNDS))

for (const [name, { plan, sameKey, made }] of Object.entries(failures)) {
  t.test(`refund after ${name}: the next press refunds once`, async t => {
    const given = await paid(t)
    given.stripe.armed.push({ path: REFUNDS, times: 1, ...plan })
    t.equal((await given.press()).status, plan.status === 400 ? 409 : 502)
    t.notOk(listed(given))
    const again = await given.press()
    t.match(again, { status: 200, text: '$98.00: The refund is on its way.' })
    t.equal(given.refunds(), 1)
    t.equal(
      keysOf(given, REFUNDS).length,
      sameKey || made === 2 ? 1 : 2,
      'a refund that is found is not asked for again',
    )
    t.equal(listed(given), !sameKey, 'the refunds are read before a new key')
    t.notOk(await isProcessed(given))
    t.equal(await given.audited(), 1)
    t.strictSame(await callsOf(given), [])
    await deliver(given, 'charge.refunded', 'refund.created')
    t.equal((await given.press()).status, 409)
    t.equal(given.refunds(), 1)
  })
}

t.test('refund after a dispute that Stripe knew first: refused, and made with a new key once it is won', async t => {
  const given = await paid(t)
  const dispute = given.stripe.world.dispute(given.paymentIntent)
  t.match(await given.press(), { status: 409, text: /refused this refund/ })
  given.stripe.world.closeDispute(dispute.id, 'won')
  t.equal((await given.press()).status, 200)
  t.equal(keysOf(given, REFUNDS).length, 2)
})

t.test('refund after an error although it was made: another refund is refused until staff have seen it', async t => {
  const given = await paid(t)
  const [a, b] = [String((await makeProduct(given.app, 'A')).id), String((await makeProduct(given.app, 'B')).id)]
  given.stripe.armed.push({ path: REFUNDS, status: 500, after: true, times: 1 })
  t.equal((await given.press([a])).status, 502)
  t.match(await given.press([b]), { status: 409, text: /This payment just changed/ })
  t.equal((await given.app.db.orm.select().from(cardRefunds)).length, 1, 'the refund of A is recorded')
  t.notOk(await isProcessed(given))
  t.equal((await given.press([b])).status, 200)
  t.equal(given.refunds(), 2)
})

t.test('refund after a lost answer: its event first, then a press', async t => {
  const given = await paid(t)
  given.stripe.armed.push({ path: REFUNDS, cut: true, times: 2 })
  t.equal((await given.press()).status, 502)
  await deliver(given, 'refund.created')
  t.match(await given.press(), { status: 409, text: /already fully refunded/ })
  t.equal(given.refunds(), 1)
})

t.test('refund after a lost answer a day ago: the refunds are read, because Stripe has forgotten the key', async t => {
  const given = await paid(t)
  given.stripe.armed.push({ path: REFUNDS, cut: true, times: 2 })
  t.match(await given.refund('A'), { ok: false, reason: 'refund_provider_away' })
  given.app.clock.advance(25 * HOUR)
  await deleteExpired(given.app)
  t.match(await given.refund('A'), { ok: true, amount: 4900 })
  t.equal(given.refunds(), 1)
  t.equal(keysOf(given, REFUNDS).length, 1)
  t.match(await given.refund('B'), { ok: true, amount: 4900 }, 'the same amount again is a refund of its own')
  t.equal(given.refunds(), 2)
})

t.test('refund whose answer could not be recorded: the next press records it', async t => {
  const given = await paid(t)
  await given.app.db.client.query('alter table card_refunds add constraint broken check (false)')
  await t.rejects(given.refund('A'))
  await given.app.db.client.query('alter table card_refunds drop constraint broken')
  t.equal(given.refunds(), 1)
  t.match(await given.refund('A'), { ok: true, amount: 4900 })
  t.equal(given.refunds(), 1)
  t.equal(await given.audited(), 1)
})

t.test('two refunds at once in two processes: equal ones are one, of different ones one is refused', async t => {
  const url = await freshDatabaseUrl(t)
  const given = await paid(t, { products: ['A', 'B', 'C'], db: await openAt(t, url) })
  const { app } = await otherProcess(t, { ...given, app: { ...given.app, db: await openAt(t, url) } })
  const both = async (one: string, two: string) => {
    const provider = makeGate()
    given.stripe.armed.push({ path: REFUNDS, hold: provider.opened, times: 1 })
    const asked = given.stripe.asked.length
    const first = given.refund(one)
    await until('the first is under way', () => given.stripe.asked.length > asked)
    const second = given.refund(two, app)
    if (one === two) await until('both are under way', () => given.stripe.asked.length > asked + 1)
    else t.match(await second, { ok: false, reason: 'refund_under_way' })
    provider.open()
    return Promise.all([first, second])
  }
  t.match(await both('A', 'B'), [{ ok: true, amount: 4900 }, { ok: false }])
  t.equal(given.refunds(), 1)
  t.match(await both('B', 'B'), [{ ok: true }, { ok: true }])
  t.equal(given.refunds(), 2)
  t.equal(await given.audited(), 2)
  t.match(await given.refund('C'), { ok: true }, 'and then another one')
})

t.test('a refund whose answer is lost holds up others for a minute, and until it is found', async t => {
  const given = await paid(t)
  given.stripe.armed.push({ path: REFUNDS, cut: true, times: 2 })
  t.match(await given.refund('A'), { ok: false, reason: 'refund_provider_away' })
  t.match(await given.refund('B'), { ok: false, reason: 'refund_under_way' })
  given.app.clock.advance(60_000)
  t.match(await given.refund('B'), { ok: false, reason: 'refunded_changed' })
  t.equal(given.refunds(), 1)
  t.match(await given.refund('B'), { ok: true, amount: 4900 })
  t.equal(given.refunds(), 2)
})

t.test('a refund that never reached Stripe holds up others for a minute', async t => {
  const given = await paid(t)
  const offline = await otherProcess(t, given, 'http://127.0.0.1:1')
  t.match(await given.refund('A', offline.app), { ok: false, reason: 'refund_provider_away' })
  t.match(await given.refund('B'), { ok: false, reason: 'refund_under_way' })
  given.app.clock.advance(60_000)
  const made = await Promise.all([given.refund('B'), given.refund('B')])
  const one = { ok: true, amount: 4900 }
  t.match(made, [one, one], 'two presses after the minute are one')
  t.equal(given.refunds(), 1)
})

t.test('the events of a refund come before its answer: one refund, one audit line and one mail', async t => {
  const given = await paid(t)
  const provider = makeGate()
  given.stripe.armed.push({ path: REFUNDS, hold: provider.opened, after: true, times: 1 })
  const pressed = given.refund('A')
  await until('it is made', () => given.refunds() === 1)
  const events = given.stripe.deliveries.events.filter(e => /refund/.test(e.type))
  t.strictSame(
    [...new Set(await Promise.all([...events, ...events].map(e => given.stripe.deliveries.deliver(e.id))))],
    [200],
  )
  t.match(await given.refund('A'), { ok: false, reason: 'product_not_refundable' })
  t.match(await given.refund('B'), { ok: false, reason: 'refund_under_way' })
  provider.open()
  t.match(await pressed, { ok: true, amount: 4900 })
  t.equal(await given.audited(), 1)
  t.equal((await given.app.db.client.query("select from messages where kind = 'refund'")).rows.length, 1)
  t.match(await given.refund('B'), { ok: true }, 'and then another one')
  t.equal(given.refunds(), 2)
})

t.test('the event of a payment comes before the answer that opened its checkout: paid once', async t => {
  const given = await shop(t)
  const provider = makeGate()
  given.stripe.armed.push({ path: CHECKOUTS, hold: provider.opened, after: true, times: 1 })
  const pressed = pressPay(given)
  await until('it is made', () => given.stripe.world.sessions.size === 1)
  given.stripe.world.pay([...given.stripe.world.sessions.keys()][0]!, '4242')
  t.strictSame(await deliver(given, COMPLETED), [200])
  t.ok(await isProcessed(given))
  provider.open()
  t.match(await pressed, { status: 303, id: '' })
  t.equal((await pressPay(given)).id, '', 'nothing is left to pay')
  t.equal(given.stripe.world.sessions.size, 1)
  t.strictSame(await openFlags(given), [])
  t.strictSame(await callsOf(given), [])
})

t.test('a failed call is forgotten after a week', async t => {
  const given = await paid(t)
  given.stripe.armed.push({ path: REFUNDS, status: 500, times: 1 })
  await given.press()
  given.app.clock.advance(6 * 24 * HOUR)
  await deleteExpired(given.app)
  t.match(await callsOf(given), [{ purpose: `refund ${given.paymentIntent}`, failedAt: Date }])
  given.app.clock.advance(24 * HOUR + 1)
  await deleteExpired(given.app)
  t.strictSame(await callsOf(given), [])
})
