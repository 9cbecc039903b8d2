import { eq } from 'drizzle-orm'
import t from 'tap'
import { paymentFlags } from '#src/access/store/schema/checkouts.ts'
import { courseProducts } from '#src/courses/store/schema/courses.ts'
import { listRosterPeople } from '#src/lti/store/roster.ts'
import { closeCheckouts } from '#src/payments/checkout-checks.ts'
import { closePaymentFlag } from '#src/payments/payments.ts'
import { reconcile } from '#src/payments/reconciliations.ts'
import reasons from '#src/texts/en/reasons.ts'
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

/** Card payments from checkout to refund and dispute, over HTTP (docs/rules/payments.md). */
const messageKinds = async ({ app }: Shop) =>
  (await app.db.client.query('select kind from messages order by kind')).rows.map(r => r.kind)

t.test('after a code for A, checkout has one line and charges only for B', async t => {
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
  'webhook and success page both at once': (given, back) =>
    Promise.all([deliver(given, COMPLETED), openSuccess(given, back), openSuccess(given, back)]),
  'the success page only': (given, back) => openSuccess(given, back),
  'the webhook only': given => deliver(given, COMPLETED),
  'another press of Make Payment only': given => pressPay(given),
  'the reconciler only': given => reconcile(given.app, 'system'),
}
for (const [name, run] of Object.entries(orders)) {
  t.test(`${name}: processes once`, async t => {
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

t.test('the webhook refuses, ignores or flags events that do not fit', async t => {
  const given = await shop(t)
  const { id } = await pressPay(given)
  await payAt(given, id)
  const session = { id, object: 'checkout.session', payment_status: 'paid' }
  const event = { type: COMPLETED, object: session }
  t.equal(await postEvent(given, event, { secret: 'whsec_other' }), 400, 'wrong signature')
  t.equal(await postEvent(given, event, { age: 400 }), 400, 'old timestamp')
  t.equal(await postEvent(given, event, { age: -400 }), 400, 'a timestamp of the future')
  t.equal(await postEvent(given, { ...event, livemode: true }), 200, 'wrong mode')
  const unknown = { ...session, id: 'cs_test_unknown', client_reference_id: '1', metadata: {} }
  t.equal(await postEvent(given, { ...event, object: unknown }), 200, 'unknown session')
  t.equal(await postEvent(given, { type: 'invoice.paid', object: { id: 'in_1' } }), 200, 'uninteresting event type')
  t.notOk(await isProcessed(given), 'none of them gives access')
  t.equal(await countOf(given.app, 'stripe_events'), 0)
  t.equal(await postEvent(given, event), 200)
  t.ok(await isProcessed(given))
})

for (const [name, change, flag] of [
  ['the wrong price', (s: Priced) => Object.assign(s.lines[0]!.price, { id: 'price_B' }), 'wrong_price'],
  ['the wrong amount', (s: Priced) => Object.assign(s, { amount_subtotal: 1, amount_total: 1 }), 'wrong_amount'],
  ['the wrong currency', (s: Priced) => Object.assign(s, { currency: 'eur' }), 'wrong_amount'],
  ['the wrong quantity', (s: Priced) => Object.assign(s.lines[0]!, { quantity: 2 }), 'wrong_price'],
  ['the wrong mode', (s: Priced) => Object.assign(s, { livemode: true }), 'wrong_mode'],
] as const) {
  t.test(`a payment with ${name} is kept and flagged, and gives no access`, async t => {
    const given = await shop(t, { person: { launch_presentation_return_url: 'https://moodle.school.test/' } })
    const { id } = await pressPay(given)
    const back = await payAt(given, id)
    change(given.stripe.world.getSession(id))
    t.strictSame(await deliver(given, COMPLETED), [200])
    t.notOk(await isProcessed(given))
    t.strictSame(await openFlags(given), [flag])
    t.hasStrict(await checkoutRow(given, id), { status: 'flagged' })
    t.match(
      (await openSuccess(given, back)).body,
      /href="https:\/\/moodle.school.test\/" target="_top">Back to your course/,
    )
    const again = await pressPay(given)
    t.equal(again.status, 409, 'nobody is asked to pay a second time')
    t.match(again.body, 'You do not need to pay again.')
    const { body } = await openPay(given.app, given.token)
    t.match(body, /value="checkout"[^>]* aria-disabled="true" aria-describedby="earlier-payment"/)
    t.match(body, /id="earlier-payment"[^>]*>.*staff are checking it/, 'the button says why nobody can pay')
    given.stripe.world.refund(given.stripe.world.getSession(id).payment_intent!.id, undefined, {})
    await deliver(given, 'charge.refunded')
    t.strictSame(await openFlags(given), [], 'after the refund nothing is left to do')
    t.equal((await pressPay(given)).status, 303)
  })
}

t.test(
  'a flag that staff closed no longer blocks paying, and the roster stops showing a payment in progress',
  async t => {
    const given = await shop(t)
    const { app, course } = given
    const { id } = await pressPay(given)
    await payAt(given, id)
    Object.assign(given.stripe.world.getSession(id), { amount_subtotal: 1, amount_total: 1 })
    await deliver(given, COMPLETED)
    const isPaying = async () => (await listRosterPeople(app.db, { id: course.id, products: [] })).map(p => p.isPaying)
    t.strictSame(await isPaying(), [true])
    const [flag] = await app.db.orm.select().from(paymentFlags)
    t.hasStrict(await closePaymentFlag(app, { id: flag!.id, note: 'wrote to them' }, colleague), {
      ok: true,
    })
    t.strictSame(await isPaying(), [false])
    const staff = await signedIn(app)
    t.notMatch(textOf((await staff.open(`/find?q=${given.token}`)).body), 'waits to be looked at')
    t.equal((await pressPay(given)).status, 303)
  },
)

t.test('a person processed by a page view has no checkout left to pay', async t => {
  const given = await shop(t)
  await pressPay(given)
  await given.app.db.client.query("update products set name = 'zfree'")
  t.ok(await isProcessed(given))
  t.equal((await jobsOf(given.app, 'close-checkouts')).length, 1)
})

type Priced = ReturnType<Shop['stripe']['world']['getSession']>

t.test('each refund is mailed to the payer once', async t => {
  const given = await shop(t)
  const { id } = await buy(given)
  await deliver(given, COMPLETED)
  const paymentIntent = given.stripe.world.getSession(id).payment_intent!.id
  given.stripe.world.refund(paymentIntent, 1000, {})
  await deliver(given, 'refund.created')
  await deliver(given, 'refund.created', 'charge.refunded')
  const { rows } = await given.app.db.client.query("select data from messages where kind = 'refund'")
  t.match(rows, [{ data: { amount: '$10.00', reference: id.slice(-10) } }])
  t.equal(rows.length, 1)
})

t.test('a full refund that arrives before the completed event ends unprocessed', async t => {
  const given = await shop(t)
  const { paymentIntent, back } = await buy(given)
  given.stripe.world.refund(paymentIntent, undefined, {})
  await deliver(given, 'charge.refunded', 'refund.created')
  await deliver(given, COMPLETED)
  t.notOk(await isProcessed(given))
  t.match((await openSuccess(given, back)).body, 'You got a refund')
  t.strictSame(await openFlags(given), [])
  const page = await openPay(given.app, given.token)
  t.match(textOf(page.body), reasons.refunded, 'the person is told about the refund and the next step')
  t.equal((await pressPay(given)).status, 303, 'and may pay again')
})

t.test('a full refund and the completed event at the same time end unprocessed, in either order', async t => {
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

t.test('a dispute that is won keeps access and clears its flag', async t => {
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

t.test('a dispute that is lost takes access, in any order of events', async t => {
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

t.test('with STRIPE_DISPUTE_ACCESS=take an open dispute takes access, and winning gives it back', async t => {
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
  await closeCheckouts(app, { courseId: course.id })
}

t.test('changing products expires the open checkout session, and the next one charges the new products', async t => {
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

t.test('a payment for the old products counts, and the person pays for the rest', async t => {
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

t.test('a payment for a removed product is kept and flagged, and counts when the product comes back', async t => {
  const given = await shop(t, { products: ['A'] })
  await buy(given)
  await changeProducts(given, ['B'])
  await deliver(given, COMPLETED)
  t.notOk(await isProcessed(given))
  t.strictSame(await openFlags(given), ['products_changed'])
  await changeProducts(given, ['A'])
  t.ok(await isProcessed(given))
})

t.test('redeeming a code closes the open checkout', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  const { id } = await pressPay(given)
  await redeem(given.app, given.token, await makeCode(given.app, 'A'))
  const { rows } = await given.app.db.client.query("select data from pgboss.job where name = 'close-checkouts'")
  t.equal(rows.length, 1)
  await closeCheckouts(given.app, rows[0].data.data)
  t.equal(given.stripe.world.getSession(id).status, 'expired')
})

t.test('a signed event with an absurd amount is taken and flagged, and takes no access', async t => {
  const given = await shop(t, { products: ['A'] })
  const { paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  for (const amount of [1e12, 2 ** 31, -1e12, 0.5, '1e99', null, {}]) {
    const charge = {
      id: 'ch_1',
      object: 'charge',
      payment_intent: paymentIntent,
      amount: 4900,
      amount_refunded: amount,
    }
    t.equal(await postEvent(given, { type: 'charge.refunded', object: charge }), 200, `charge ${amount}`)
    const all = { id: `re_${amount}`, object: 'refund', payment_intent: paymentIntent, amount, status: 'succeeded' }
    t.equal(await postEvent(given, { type: 'refund.created', object: all }), 200, `refund ${amount}`)
    if (amount === 1e12) t.strictSame(await openFlags(given), ['impossible_refund'])
  }
  t.ok(await isProcessed(given))
})
