import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { moneyText } from '#src/core/rules/money.ts'
import { type CardOrder, CardProviderError } from '#src/payments/rules/card-provider.ts'
import { makeGate } from '../support/gate.ts'
import { FAULTS, misbehaving } from '../support/misbehaving.ts'
import { gatewayTo, testStripe, WEBHOOK_SECRET } from '../support/stripe.ts'

const order = (over: Partial<CardOrder> = {}): CardOrder => ({
  prices: ['price_demo_asl1', 'price_demo_asl2'],
  email: 'ana@school.example',
  clientReference: '7',
  successUrl: 'https://signbook.example/lti_success?token=e_1&session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://signbook.example/lti/pay?token=e_1',
  metadata: { kind: 'enrollment', id: '7' },
  ...over,
})

const problem = async (work: Promise<unknown>): Promise<CardProviderError> => {
  const error = await work.then(
    () => null,
    error => error,
  )
  if (error instanceof CardProviderError) return error
  throw error ?? new Error('expected an error')
}

t.test('creates a session once per key, with the ordered lines', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  const made = await gateway.createSession(order(), 'key-1')
  t.hasStrict(made, { status: 'open', paid: false, subtotal: 9800, total: 9800, currency: 'usd', livemode: false })
  t.equal((await gateway.createSession(order(), 'key-1')).id, made.id, 'the same key, the same session')
  t.not((await gateway.createSession(order(), 'key-2')).id, made.id)
  t.equal((await problem(gateway.createSession(order({ prices: ['price_demo_asl1'] }), 'key-1'))).reason, 'refused')
  const [asked] = stripe.asked
  t.match(asked?.headers, { 'stripe-version': '2026-10-28.endive', 'idempotency-key': 'key-1' })
  const sent = new URLSearchParams(asked?.body)
  t.equal(sent.get('mode'), 'payment')
  t.equal(sent.get('line_items[1][quantity]'), '1')
  t.equal(sent.get('payment_intent_data[metadata][kind]'), 'enrollment')
  t.match(sent.get('success_url'), '{CHECKOUT_SESSION_ID}')
  const found = await gateway.findSession(made.id)
  t.strictSame(
    found?.lines.map(l => [l.priceId, l.quantity, l.amount]),
    [
      ['price_demo_asl1', 1, 4900],
      ['price_demo_asl2', 1, 4900],
    ],
  )
  t.equal(await gateway.findSession('cs_test_unknown'), null)
})

t.test('leaves out an address that Stripe refuses, so that its page asks for one', async t => {
  const stripe = await testStripe(t)
  const made = await gatewayTo(stripe.base).createSession(order({ email: 'ana@mail..example' }), 'key-1')
  t.hasStrict(made, { status: 'open', email: null })
  t.strictSame(
    stripe.asked.map(a => a.headers['idempotency-key']),
    ['key-1', 'key-1_without_email'],
  )
})

t.test('reads all lines of a session with more lines than one response includes', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  const prices = Array.from({ length: 11 }, (_, i) => `price_of_unit_${i}`)
  for (const id of prices) stripe.world.setPrice({ ...stripe.world.prices.get('price_demo_asl1')!, id })
  const { id } = await gateway.createSession(order({ prices }), 'eleven')
  const read = async () => (await gateway.findSession(id))?.lines.map(l => l.priceId)
  t.strictSame(await read(), prices)
  for await (const listed of gateway.listSessions(new Date(0)))
    t.strictSame(
      listed.lines.map(l => l.priceId),
      prices,
    )
})

t.test('reports refusals and outages of the provider', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  for (const prices of [['price_unknown'], ['price_demo_inactive'], ['price_demo_monthly'], []]) {
    t.equal((await problem(gateway.createSession(order({ prices }), String(prices)))).reason, 'refused', String(prices))
  }
  t.equal((await problem(gatewayTo(stripe.base, { secretKey: 'sk_test_other' }).findSession('x'))).reason, 'refused')
  for (const status of [429, 500]) {
    stripe.armed.push({ status, times: 9 })
    t.equal((await problem(gateway.createSession(order(), `k${status}`))).reason, 'away', `${status}`)
    stripe.armed.length = 0
  }
  t.equal((await problem(gatewayTo('http://127.0.0.1:1').findSession('x'))).reason, 'away')
  t.notMatch((await problem(gatewayTo('http://127.0.0.1:1').findSession('x'))).message, 'sk_test')
})

t.test('an answer that is none of Stripe counts as an outage, also an error without a reason', async t => {
  const service = await misbehaving(t)
  const gateway = gatewayTo(service.base)
  for (const fault of FAULTS.filter(f => f !== 'slow')) {
    service.fault = fault
    for (const [name, call] of Object.entries({
      create: () => gateway.createSession(order(), fault),
      find: () => gateway.findSession('cs_1'),
      price: () => gateway.findPrice('price_1'),
      refund: () => gateway.refund({ paymentIntent: 'pi_1', amount: 1, productIds: [] }, fault),
      list: () => gateway.listRefunds(new Date(0))[Symbol.asyncIterator]().next(),
    }))
      t.equal((await problem(call())).reason, 'away', `${name}: ${fault}`)
  }
})

t.test('after a lost answer, the second try finds the same session', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  stripe.armed.push({ cut: true, times: 1 })
  const made = await gateway.createSession(order(), 'key')
  t.strictSame([...stripe.world.sessions.keys()], [made.id])
})

t.test('tells an answer, which its key keeps, from no answer', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  const create = (key: string) => problem(gateway.createSession(order(), key))
  for (const [failure, isAnswer] of [
    [{ status: 500 }, true],
    [{ status: 400 }, true],
    [{ status: 429 }, true],
    [{ cut: true, times: 2 }, false],
  ] as const) {
    const key = JSON.stringify(failure)
    stripe.armed.push({ times: 1, ...failure })
    t.equal((await create(key)).isAnswer, isAnswer, key)
  }
  const { opened, open } = makeGate()
  stripe.armed.push({ hold: opened, times: 1 })
  const [first, second] = await Promise.all([create('held'), create('held')])
  t.strictSame([first.isAnswer, second.isAnswer], [false, false], 'also while the first request is under way')
  open()
  const service = await misbehaving(t)
  for (const [fault, isAnswer] of [
    ['down', false],
    ['500', true],
    ['garbage', true],
    ['wrong shape', true],
  ] as const) {
    service.fault = fault
    t.equal((await problem(gatewayTo(service.base).createSession(order(), 'key'))).isAnswer, isAnswer, fault)
    const list = gatewayTo(service.base).listRefundsOf('pi_1')[Symbol.asyncIterator]()
    t.equal((await problem(list.next())).reason, 'away', fault)
  }
})

t.test('reads prices, expires sessions and adds tax', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base, { automaticTax: true })
  t.hasStrict(await gateway.findPrice('price_demo_spare'), {
    amount: 4900,
    currency: 'usd',
    active: true,
    oneTime: true,
  })
  t.equal(await gateway.findPrice('price_unknown'), null)
  const made = await gateway.createSession(order(), 'key')
  t.equal(made.subtotal, 9800)
  t.ok(made.total > made.subtotal, 'with tax')
  await gateway.expireSession(made.id)
  t.equal((await gateway.findSession(made.id))?.status, 'expired')
  await gateway.expireSession(made.id)
  await gateway.expireSession('cs_test_unknown')
})

t.test('lists all pages of sessions', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  for (let i = 0; i < 103; i++)
    stripe.world.createSession({
      mode: 'payment',
      success_url: 'https://x.example/',
      line_items: { 0: { price: 'price_demo_asl1', quantity: '1' } },
    })
  const seen = new Set<string>()
  for await (const session of gateway.listSessions(new Date(Date.now() - 60_000))) seen.add(session.id)
  t.equal(seen.size, 103)
  for await (const session of gateway.listSessions(new Date(Date.now() + 60_000))) t.fail(session.id)
})

t.test('makes a refund once per key', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  const { id } = await gateway.createSession(order(), 'key')
  stripe.world.pay(id, '4242')
  const paymentIntent = (await gateway.findSession(id))?.paymentIntent ?? ''
  const part = { paymentIntent, amount: 4900, productIds: [7] }
  const first = await gateway.refund(part, 'refund-1')
  t.strictSame(await gateway.refund(part, 'refund-1'), first)
  t.equal((await gateway.findSession(id))?.refunded, 4900)
  const rest = { paymentIntent, amount: 4900, productIds: [] }
  t.hasStrict(await gateway.refund(rest, 'refund-2'), { amount: 4900, state: 'live' })
  t.equal((await problem(gateway.refund(rest, 'refund-3'))).reason, 'refused')
})

t.test('parallel requests with one key wait for the first', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  const answers = await Promise.all([1, 2, 3].map(() => gateway.createSession(order(), 'key')))
  t.equal(new Set(answers.map(a => a.id)).size, 1)
  stripe.armed.push({ path: '/v1/refunds', hold: pause(1500), times: 1 })
  stripe.world.pay(answers[0]!.id, '4242')
  const paymentIntent = (await gateway.findSession(answers[0]!.id))?.paymentIntent ?? ''
  const ask = () => gateway.refund({ paymentIntent, amount: 100, productIds: [] }, 'refund')
  const [first, second] = await Promise.all([ask(), ask()])
  t.strictSame(first, second, 'even when the first takes longer than the library waits')
  t.equal(stripe.world.refunds.size, 1)
})

t.test('lists refunds and disputes with their current state', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  const since = new Date(Date.now() - 60_000)
  const all = async <T>(list: AsyncIterable<T>) => {
    const found: T[] = []
    for await (const one of list) found.push(one)
    return found
  }
  const { id } = await gateway.createSession(order(), 'key')
  stripe.world.pay(id, '4242')
  const paymentIntent = (await gateway.findSession(id))?.paymentIntent ?? ''
  const refund = await gateway.refund({ paymentIntent, amount: 4900, productIds: [7] }, 'refund')
  const dispute = stripe.world.dispute(paymentIntent)
  t.strictSame(await all(gateway.listRefunds(since)), [
    { kind: 'refund', paymentIntent, refundId: refund.id, amount: 4900, state: 'live', products: [7] },
  ])
  t.equal((await all(gateway.listRefundsOf(paymentIntent))).length, 1)
  t.strictSame(await all(gateway.listRefundsOf('pi_other')), [])
  const dueAt = new Date(dispute.evidence_details.due_by! * 1000)
  const fact = { kind: 'dispute', paymentIntent, disputeId: dispute.id, state: 'open', dueAt }
  t.strictSame(await all(gateway.listDisputes(since)), [fact])
  stripe.world.closeDispute(dispute.id, 'lost')
  stripe.world.failRefund(refund.id)
  t.strictSame(await gateway.findDispute(dispute.id), { ...fact, state: 'lost' })
  t.hasStrict((await all(gateway.listRefunds(since)))[0], { state: 'failed' })
  t.equal(await gateway.findDispute('dp_unknown'), null)
  t.strictSame(await all(gateway.listDisputes(new Date(Date.now() + 60_000))), [])
})

t.test('events: accepts any of our secrets, rejects those over five minutes old, and parses them', async t => {
  const gateway = gatewayTo('http://127.0.0.1:1')
  const now = new Date('2026-11-21T15:00:00Z')
  const event = (type: string, object: object) =>
    Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', created: 1, livemode: false, type, data: { object } }))
  const sign = (body: Buffer, { secret = WEBHOOK_SECRET, age = 0 } = {}) => {
    const at = now.getTime() / 1000 - age
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  }
  const read = (type: string, object: object, how = {}) => {
    const body = event(type, object)
    return gateway.readEvent(body, sign(body, how), now)
  }
  const about = async (type: string, object: object) => (await read(type, object))?.about

  t.ok(await read('x', {}))
  t.ok(await read('x', {}, { secret: 'whsec_retired' }))
  t.ok(await read('x', {}, { age: 299 }))
  t.equal(await read('x', {}, { age: 400 }), null)
  t.equal(await read('x', {}, { secret: 'whsec_other' }), null)
  t.equal(await gateway.readEvent(event('x', {}), '', now), null)
  t.equal(await gateway.readEvent(event('y', {}), sign(event('x', {})), now), null)

  t.strictSame(await about('checkout.session.completed', { id: 'cs_1' }), {
    kind: 'session',
    sessionId: 'cs_1',
    failed: false,
  })
  t.hasStrict(await about('checkout.session.async_payment_failed', { id: 'cs_1' }), { failed: true })
  t.strictSame(
    await about('charge.refunded', {
      object: 'charge',
      id: 'ch_1',
      payment_intent: 'pi_1',
      amount: 5,
      amount_refunded: 3,
    }),
    { kind: 'charge', paymentIntent: 'pi_1', charged: 5, refunded: 3 },
  )
  const refund = {
    object: 'refund',
    id: 're_1',
    payment_intent: 'pi_1',
    amount: 5,
    status: 'pending',
    metadata: { signbook_products: '3,4' },
  }
  t.strictSame(await about('refund.updated', refund), {
    kind: 'refund',
    paymentIntent: 'pi_1',
    refundId: 're_1',
    amount: 5,
    state: 'live',
    products: [3, 4],
  })
  t.hasStrict(await about('refund.failed', { ...refund, status: 'failed' }), { state: 'failed' })
  for (const [status, state] of Object.entries({
    needs_response: 'open',
    under_review: 'open',
    won: 'won',
    warning_closed: 'won',
    prevented: 'won',
    lost: 'lost',
  })) {
    t.hasStrict(
      await about('charge.dispute.closed', { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1', status }),
      { state },
      status,
    )
  }
  for (const [due_by, dueAt] of [
    [1_796_000_000, new Date('2026-11-30T00:53:20Z')],
    [null, null],
    [0, null],
  ])
    t.hasStrict(
      await about('charge.dispute.created', {
        ...{ object: 'dispute', id: 'dp_1', payment_intent: 'pi_1', status: 'needs_response' },
        evidence_details: { due_by },
      }),
      { dueAt },
    )
  t.strictSame(await about('price.updated', { object: 'price', id: 'price_1' }), { kind: 'price', priceId: 'price_1' })
  t.strictSame(await about('invoice.paid', { object: 'invoice', id: 'in_1' }), { kind: 'other' })
})

t.test('formats money', async t => {
  t.equal(moneyText({ amount: 4900, currency: 'usd' }), '$49.00')
  t.equal(moneyText({ amount: 123456, currency: 'usd' }), '$1,234.56')
  t.equal(moneyText({ amount: 4900, currency: 'jpy' }), '¥4,900')
})
