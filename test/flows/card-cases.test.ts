import { eq } from 'drizzle-orm'
import t from 'tap'
import { checkoutMessages } from '#src/domain/checkout.ts'
import { listRosterPeople } from '#src/store/queries/roster.ts'
import { paymentFlags } from '#src/store/schema/checkouts.ts'
import { courseProducts } from '#src/store/schema/courses.ts'
import { colleague } from '../support/facts.ts'
import { openPay } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { countOf, enrollmentRow, jobsOf } from '../support/rows.ts'
import { makeCode, makeProduct, redeem } from '../support/school.ts'
import {
  buy,
  COMPLETED,
  checkoutRow,
  deliver,
  isProcessed,
  openFlags,
  openSuccess,
  payAt,
  postEvent,
  pressPay,
  type Shop,
  shop,
} from '../support/shop.ts'
import { signedIn } from '../support/staff.ts'

/** Cases 13 to 18 of rules.md H, over HTTP from end to end. */
const messageKinds = async ({ app }: Shop) =>
  (await app.db.client.query('select kind from messages order by kind')).rows.map(r => r.kind)

t.test('13: a code for A, then the card: one line, the amount of B only', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  await redeem(given.app, given.token, await makeCode(given.app, 'A'))
  const { id } = await buy(given)
  const session = given.stripe.world.getSession(id)
  t.strictSame(
    session.lines.map(l => [l.price.id, l.quantity]),
    [['price_B', 1]],
  )
  t.equal(session.amount_total, 4900)
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
  t.hasStrict(await enrollmentRow(given.app, given.token), { source: 'card' })
})

const orders: Record<string, (given: Shop, back: string) => Promise<unknown>> = {
  'the webhook twice': given => deliver(given, COMPLETED, COMPLETED),
  'the webhook four times at once': async given => {
    const [event] = given.stripe.deliveries.events
    const statuses = await Promise.all([0, 1, 2, 3].map(() => given.stripe.deliveries.deliver(event!.id)))
    t.strictSame(statuses, [200, 200, 200, 200])
  },
  'the webhook before the success page': async (given, back) => {
    await deliver(given, COMPLETED)
    await openSuccess(given, back)
  },
  'the webhook after the success page': async (given, back) => {
    await openSuccess(given, back)
    await deliver(given, COMPLETED)
  },
  'both at once': (given, back) =>
    Promise.all([deliver(given, COMPLETED), openSuccess(given, back), openSuccess(given, back)]),
  'the success page only': (given, back) => openSuccess(given, back),
  'the webhook only': given => deliver(given, COMPLETED),
  'the next Make Payment only': given => pressPay(given),
  'the reconciler only': given => given.app.operations.reconcile('system'),
}
for (const [name, run] of Object.entries(orders)) {
  t.test(`14: ${name}: processed once`, async t => {
    const given = await shop(t)
    const { back, id } = await buy(given)
    t.notOk(await isProcessed(given))
    await run(given, back)
    t.ok(await isProcessed(given))
    t.strictSame(await messageKinds(given), ['receipt', 'welcome'])
    t.hasStrict(await checkoutRow(given, id), { status: 'paid', total: 4900, findings: [] })
    t.strictSame(await openFlags(given), [])
    const { stripeEventId } = await enrollmentRow(given.app, given.token)
    if (/webhook|both/.test(name)) t.equal(stripeEventId, given.stripe.deliveries.events[0]?.id)
    t.match((await openSuccess(given, back)).body, 'You are in!')
  })
}

t.test('15: what a webhook refuses, ignores and flags', async t => {
  const given = await shop(t)
  const { id } = await pressPay(given)
  await payAt(given, id)
  const session = { id, object: 'checkout.session', payment_status: 'paid' }
  const event = { type: COMPLETED, object: session }
  t.equal(await postEvent(given, event, { secret: 'whsec_other' }), 400, 'bad signature')
  t.equal(await postEvent(given, event, { age: 400 }), 400, 'old timestamp')
  t.equal(await postEvent(given, { ...event, livemode: true }), 200, 'wrong mode')
  const unknown = { ...session, id: 'cs_test_unknown', client_reference_id: '1', metadata: {} }
  t.equal(await postEvent(given, { ...event, object: unknown }), 200, 'unknown session')
  t.equal(await postEvent(given, { type: 'invoice.paid', object: { id: 'in_1' } }), 200, 'not of interest')
  t.notOk(await isProcessed(given), 'none of them lets anybody in')
  t.equal(await countOf(given.app, 'stripe_events'), 0)
  t.equal(await postEvent(given, event), 200)
  t.ok(await isProcessed(given))
})

for (const [name, change, flag] of [
  ['another price', (s: Priced) => Object.assign(s.lines[0]!.price, { id: 'price_B' }), 'wrong_price'],
  ['another amount', (s: Priced) => Object.assign(s, { amount_subtotal: 1, amount_total: 1 }), 'wrong_amount'],
  ['another currency', (s: Priced) => Object.assign(s, { currency: 'eur' }), 'wrong_amount'],
  ['another quantity', (s: Priced) => Object.assign(s.lines[0]!, { quantity: 2 }), 'wrong_price'],
  ['the other mode', (s: Priced) => Object.assign(s, { livemode: true }), 'wrong_mode'],
] as const) {
  t.test(`15: paid for ${name}: flagged, never dropped, and lets nobody in`, async t => {
    const given = await shop(t, { person: { launch_presentation_return_url: 'https://moodle.school.test/' } })
    const { id } = await pressPay(given)
    const back = await payAt(given, id)
    change(given.stripe.world.getSession(id))
    t.strictSame(await deliver(given, COMPLETED), [200])
    t.notOk(await isProcessed(given))
    t.strictSame(await openFlags(given), [flag])
    t.hasStrict(await checkoutRow(given, id), { status: 'flagged' })
    t.match((await openSuccess(given, back)).body, /href="https:\/\/moodle.school.test" target="_top">Back to /)
    const again = await pressPay(given)
    t.equal(again.status, 409, 'nobody is asked to pay a second time')
    t.match(again.body, 'You do not need to pay again.')
    given.stripe.world.refund(given.stripe.world.getSession(id).payment_intent!.id, undefined, {})
    await deliver(given, 'charge.refunded')
    t.strictSame(await openFlags(given), [], 'refunded: nothing is left to do')
    t.equal((await pressPay(given)).status, 303)
  })
}

t.test('a flagged payment that staff have settled keeps nobody from paying, and is no riddle to a teacher', async t => {
  const given = await shop(t)
  const { app, course } = given
  const { id } = await pressPay(given)
  await payAt(given, id)
  Object.assign(given.stripe.world.getSession(id), { amount_subtotal: 1, amount_total: 1 })
  await deliver(given, COMPLETED)
  const isPaying = async () => (await listRosterPeople(app.db, { id: course.id, products: [] })).map(p => p.isPaying)
  t.strictSame(await isPaying(), [true])
  const [flag] = await app.db.orm.select().from(paymentFlags)
  t.ok(await app.operations.closePaymentFlag({ id: flag!.id, note: 'wrote to them' }, colleague))
  t.strictSame(await isPaying(), [false])
  const staff = await signedIn(app)
  t.notMatch(textOf((await staff.open(`/find?q=${given.token}`)).body), 'waits to be looked at')
  t.equal((await pressPay(given)).status, 303)
})

t.test('who is let in by a look has no checkout left to pay', async t => {
  const given = await shop(t)
  await pressPay(given)
  await given.app.db.client.query("update products set name = 'zfree'")
  t.ok(await isProcessed(given))
  t.equal((await jobsOf(given.app, 'close-checkouts')).length, 1)
})

type Priced = ReturnType<Shop['stripe']['world']['getSession']>

t.test('16: a full refund before completed arrives: ends unprocessed', async t => {
  const given = await shop(t)
  const { paymentIntent, back } = await buy(given)
  given.stripe.world.refund(paymentIntent, undefined, {})
  await deliver(given, 'charge.refunded', 'refund.created')
  await deliver(given, COMPLETED)
  t.notOk(await isProcessed(given))
  t.match((await openSuccess(given, back)).body, 'You got a refund')
  t.strictSame(await openFlags(given), [])
  const page = await openPay(given.app, given.token)
  t.match(textOf(page.body), checkoutMessages.refunded, 'the person is told, and what to do')
  t.equal((await pressPay(given)).status, 303, 'and may pay again')
})

t.test('16: the same at once, in both orders', async t => {
  for (let round = 0; round < 5; round++) {
    const given = await shop(t)
    const { paymentIntent } = await buy(given)
    given.stripe.world.refund(paymentIntent, undefined, {})
    await Promise.all(
      round % 2
        ? [deliver(given, COMPLETED), deliver(given, 'charge.refunded')]
        : [deliver(given, 'charge.refunded'), deliver(given, COMPLETED)],
    )
    t.notOk(await isProcessed(given))
  }
})

t.test('17: a dispute that is won keeps the access, and its flag goes', async t => {
  const given = await shop(t)
  const { paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  const dispute = given.stripe.world.dispute(paymentIntent)
  await deliver(given, 'charge.dispute.created')
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), ['dispute_open'])
  given.stripe.world.closeDispute(dispute.id, 'won')
  await deliver(given, 'charge.dispute.closed', 'charge.dispute.created')
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), [])
})

t.test('17: a dispute that is lost takes it, in whichever order it is told', async t => {
  for (const order of [
    ['charge.dispute.created', 'charge.dispute.closed'],
    ['charge.dispute.closed', 'charge.dispute.created', 'charge.dispute.funds_withdrawn'],
  ]) {
    const given = await shop(t)
    const { paymentIntent } = await buy(given)
    await deliver(given, COMPLETED)
    const created = given.stripe.world.dispute(paymentIntent)
    given.stripe.world.closeDispute(created.id, 'lost')
    await deliver(given, ...order)
    t.notOk(await isProcessed(given))
    t.strictSame(await openFlags(given), ['dispute_lost'])
  }
})

t.test('17: a setting takes the access while a dispute is open, and a won one gives it back', async t => {
  const given = await shop(t, { env: { STRIPE_DISPUTE_ACCESS: 'take' } })
  const { paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  const { id } = given.stripe.world.dispute(paymentIntent)
  await deliver(given, 'charge.dispute.created')
  t.notOk(await isProcessed(given))
  given.stripe.world.closeDispute(id, 'won')
  await deliver(given, 'charge.dispute.closed')
  t.ok(await isProcessed(given))
})

const changeProducts = async ({ app, course }: Shop, codes: string[]) => {
  await app.db.orm.delete(courseProducts).where(eq(courseProducts.courseId, course.id))
  for (const code of codes) {
    const { id } = await makeProduct(app, code)
    await app.db.orm.insert(courseProducts).values({ courseId: course.id, productId: id })
  }
  await app.operations.closeCheckouts({ courseId: course.id })
}

t.test('18: staff change products while checkout is open: the old session is expired, the next asks anew', async t => {
  const given = await shop(t, { products: ['A'] })
  const { id } = await pressPay(given)
  await changeProducts(given, ['A', 'B'])
  t.equal(given.stripe.world.getSession(id).status, 'expired')
  t.hasStrict(await checkoutRow(given, id), { status: 'expired' })
  const next = await buy(given)
  t.equal(given.stripe.world.getSession(next.id).lines.length, 2)
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
})

t.test('18: paid anyway: what is covered counts and the rest is asked for', async t => {
  const given = await shop(t, { products: ['A'] })
  const { back } = await buy(given)
  await changeProducts(given, ['A', 'B'])
  await deliver(given, COMPLETED)
  t.notOk(await isProcessed(given))
  t.match((await openSuccess(given, back)).body, 'We have your payment')
  const next = await buy(given)
  t.strictSame(
    given.stripe.world.getSession(next.id).lines.map(l => l.price.id),
    ['price_B'],
  )
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
})

t.test('18: paid for a product that is gone: kept, flagged, and it counts when the product comes back', async t => {
  const given = await shop(t, { products: ['A'] })
  await buy(given)
  await changeProducts(given, ['B'])
  await deliver(given, COMPLETED)
  t.notOk(await isProcessed(given))
  t.strictSame(await openFlags(given), ['products_changed'])
  await changeProducts(given, ['A'])
  t.ok(await isProcessed(given))
})

t.test('18: a code that comes while checkout is open closes it', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  const { id } = await pressPay(given)
  await redeem(given.app, given.token, await makeCode(given.app, 'A'))
  const { rows } = await given.app.db.client.query("select data from pgboss.job where name = 'close-checkouts'")
  t.equal(rows.length, 1)
  await given.app.operations.closeCheckouts(rows[0].data.data)
  t.equal(given.stripe.world.getSession(id).status, 'expired')
})
