import t from 'tap'
import { makeGate } from '../support/gate.ts'
import { gatewayTo, testStripe } from '../support/stripe.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const order = {
  prices: ['price_demo_asl1'],
  email: null,
  clientReference: '7',
  successUrl: 'https://signbook.example/done?id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://signbook.example/back',
  metadata: {},
}

const post = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

const scene = async (t: Test) => {
  const stripe = await testStripe(t)
  const { id, url } = await gatewayTo(stripe.base).createSession(order, 'key')
  return { stripe, id, url: url ?? '' }
}

t.test('the practice page says what it is, cannot be framed, and asks for no card number', async t => {
  const { url } = await scene(t)
  const answer = await fetch(url)
  const body = await answer.text()
  t.match(answer.headers.get('content-security-policy'), "frame-ancestors 'none'")
  t.equal(answer.headers.get('x-frame-options'), 'DENY')
  t.match(body, 'No card is read and no money moves.')
  t.match(body, '$49.00')
  t.notMatch(body, /<script|type="text"|type="tel"|autocomplete="cc-/)
})

t.test('a declined card leaves the session open, a good one redirects to the success address with the id', async t => {
  const { url, id } = await scene(t)
  const declined = await post(url, { card: '0002', email: 'ana@home.example' })
  t.equal(declined.status, 402)
  t.match(await declined.text(), 'Your card was declined.')
  const paid = await post(url, { card: '4242', email: 'ana@home.example' })
  t.equal(paid.status, 303)
  t.equal(paid.headers.get('location'), `https://signbook.example/done?id=${id}`)
  t.match(await (await post(url, { card: '4242' })).text(), 'This checkout is paid.')
  t.equal((await fetch(url.replace(id, 'cs_test_gone'))).status, 404)
})

t.test('signs events and resends them until accepted, and on request sends them twice, reversed or never', async t => {
  const taken: { type: string; signature: string }[] = []
  let refuse = 1
  const { createServer } = await import('node:http')
  const shop = createServer((request, reply) => {
    let body = ''
    request
      .on('data', bytes => (body += bytes))
      .on('end', () => {
        if (refuse-- > 0) return void reply.writeHead(500).end()
        taken.push({ type: JSON.parse(body).type, signature: String(request.headers['stripe-signature']) })
        reply.end()
      })
  })
  await new Promise<void>(done => shop.listen(0, '127.0.0.1', done))
  t.teardown(() => shop.close())
  const { port } = shop.address() as { port: number }
  const stripe = await testStripe(t, { webhookUrl: () => `http://127.0.0.1:${port}/` })
  const buy = async (key: string) => {
    const { id } = await gatewayTo(stripe.base).createSession(order, key)
    stripe.world.pay(id, '4242')
    return id
  }
  const takes = (count: number) => until(`${count} events came`, () => taken.length === count)
  await buy('once')
  await takes(1)
  t.match(taken[0]?.signature, /^t=\d+,v1=[0-9a-f]{64}$/)

  stripe.deliveries.setMode('twice')
  await buy('twice')
  await takes(3)

  stripe.deliveries.setMode('reversed')
  await buy('reversed')
  const pi = [...stripe.world.sessions.values()].at(-1)?.payment_intent?.id ?? ''
  taken.length = 0
  stripe.world.dispute(pi)
  await until('the pair came', () => taken.length === 2)
  t.strictSame(
    taken.map(e => e.type),
    ['charge.dispute.created', 'checkout.session.completed'],
  )

  stripe.deliveries.events.length = 0
  stripe.deliveries.setMode('never')
  await buy('never')
  taken.length = 0
  const [event] = stripe.deliveries.events
  t.ok(event)
  await stripe.deliveries.deliver(event!.id)
  t.equal(taken.length, 1, 'only on request')
})

t.test('refuses requests without key, without version and for other resources', async t => {
  const { stripe } = await scene(t)
  const status = async (path: string, init: RequestInit = {}) => (await fetch(stripe.base + path, init)).status
  t.equal(await status('/v1/prices/price_demo_asl1'), 401, 'no key')
  const authorization = 'Bearer sk_test_of_the_tests'
  t.equal(await status('/v1/prices/price_demo_asl1', { headers: { authorization } }), 400, 'no version')
  t.equal(await status('/v1/invoices', { headers: { authorization } }), 404, 'resources that are not emulated')
})

t.test('refuses wrong parameters with the errors of the real service', async t => {
  const { stripe } = await scene(t)
  const headers = { authorization: 'Bearer sk_test_of_the_tests', 'stripe-version': '2026-10-28.endive' }
  const ask = async (path: string, fields: [string, string][], more = {}) => {
    const answer = await fetch(stripe.base + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: new URLSearchParams(fields),
    })
    const { error, id } = (await answer.json()) as {
      error?: { type: string; code?: string; param?: string }
      id: string
    }
    return { status: answer.status, error, id, replayed: answer.headers.get('idempotent-replayed') }
  }
  const good: [string, string][] = [
    ['mode', 'payment'],
    ['success_url', 'https://signbook.example/done'],
    ['line_items[0][price]', 'price_demo_asl1'],
    ['line_items[0][quantity]', '1'],
  ]
  const order = (fields: [string, string][], more = {}) => ask('/v1/checkout/sessions', fields, more)
  const { id } = await order(good)
  t.match(id, /^cs_test_/)
  const wrong: Record<string, [fields: [string, string][], param: string]> = {
    'an unknown parameter': [[...good, ['amount', '1']], 'amount'],
    'an unknown price': [[...good, ['line_items[0][price]', 'price_x']], 'line_items[0][price]'],
    'no quantity': [good.slice(0, 3), 'line_items[0][quantity]'],
    'no lines': [good.slice(0, 2), 'line_items'],
    '101 lines': [
      Array.from({ length: 101 }, (_, i) => [`line_items[${i}][price]`, 'price_demo_asl1'] as [string, string]).concat(
        good,
      ),
      'line_items',
    ],
    'no success address': [good.filter(([name]) => name !== 'success_url'), 'success_url'],
    'a script as address': [[...good, ['cancel_url', 'javascript:1']], 'cancel_url'],
    ...Object.fromEntries(
      [
        'ana',
        'ana@x',
        'ana@mail..example',
        '.ana@mail.example',
        'ana@mail.example.',
        'ñ@mail.example',
        'ana@1.2.3.4',
      ].map(email => [`the email ${email}`, [[...good, ['customer_email', email]], 'customer_email'] as const]),
    ),
    'a long reference': [[...good, ['client_reference_id', 'x'.repeat(201)]], 'client_reference_id'],
    'long metadata': [[...good, ['metadata[a]', 'x'.repeat(501)]], 'metadata'],
    'an expiry in five minutes': [[...good, ['expires_at', String(Math.floor(Date.now() / 1000) + 300)]], 'expires_at'],
  }
  for (const [name, [fields, param]] of Object.entries(wrong)) {
    t.match(await order(fields), { status: 400, error: { type: 'invalid_request_error', param } }, name)
  }
  const key = { 'idempotency-key': 'one' }
  const { opened, open } = makeGate()
  const slow = { path: '/v1/checkout/sessions', hold: opened, times: 1 }
  stripe.armed.push(slow)
  const first = order(good, key)
  await until('the first is in progress', () => slow.times === 0)
  const second = await order(good, key)
  t.match(second, { status: 409, error: { type: 'invalid_request_error', code: 'idempotency_key_in_use' } })
  open()
  const made = await first
  t.equal(made.status, 200)
  t.match(await order(good, key), { status: 200, id: made.id, replayed: 'true' })
  t.match(await order([...good, ['metadata[a]', 'b']], key), { status: 400, error: { type: 'idempotency_error' } })

  const refund = (fields: [string, string][]) => ask('/v1/refunds', fields)
  t.match(await refund([['payment_intent', 'pi_x']]), { status: 400, error: { code: 'resource_missing' } })
  stripe.world.pay(id, '4242')
  const paid: [string, string] = ['payment_intent', stripe.world.getSession(id).payment_intent?.id ?? '']
  for (const amount of ['0', '1.5', '-1', '4901'])
    t.match(await refund([paid, ['amount', amount]]), { status: 400, error: { param: 'amount' } }, amount)
  const dispute = stripe.world.dispute(paid[1])
  t.match(await refund([paid]), { status: 400, error: { code: 'charge_disputed' } })
  stripe.world.closeDispute(dispute.id, 'won')
  t.equal((await refund([paid])).status, 200)
  t.match(await refund([paid]), { status: 400, error: { code: 'charge_already_refunded' } })
})

t.test('keeps the answer of an idempotency key for a day, an error too, but not what was checked before', async t => {
  let now = new Date('2026-11-21T15:00:00Z')
  const stripe = await testStripe(t, { now: () => now })
  const headers = { authorization: 'Bearer sk_test_of_the_tests', 'stripe-version': '2026-10-28.endive' }
  const ask = async (key: string, fields: Record<string, string> = {}, path = '/v1/checkout/sessions') => {
    const body = new URLSearchParams({
      mode: 'payment',
      success_url: 'https://signbook.example/done',
      'line_items[0][price]': 'price_demo_asl1',
      'line_items[0][quantity]': '1',
      ...fields,
    })
    const init = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body }
    const answer = await fetch(stripe.base + path, init)
    const { id, error } = (await answer.json()) as { id?: string; error?: { type: string } }
    return { status: answer.status, id, type: error?.type, replayed: answer.headers.get('idempotent-replayed') }
  }
  const planned = (status: number, after = false) => stripe.armed.push({ status, after, times: 1 })

  for (const after of [false, true]) {
    planned(500, after)
    const key = `500 ${after}`
    t.match(await ask(key), { status: 500, type: 'api_error', replayed: null })
    for (const again of [1, 2])
      t.match(await ask(key), { status: 500, type: 'api_error', replayed: 'true' }, `${again}`)
    t.equal(stripe.world.sessions.size, after ? 1 : 0)
  }
  t.match(await ask('500 true', { mode: 'x' }), { status: 400, type: 'idempotency_error' })
  t.match(await ask('500 true', {}, '/v1/refunds'), { status: 400, type: 'idempotency_error' }, 'of another endpoint')

  const inactive = { 'line_items[0][price]': 'price_demo_inactive' }
  t.match(await ask('inactive', inactive), { status: 400, replayed: null })
  t.match(await ask('inactive', inactive), { status: 400, replayed: 'true' })

  t.match(await ask('malformed', { mode: 'x' }), { status: 400 })
  t.match(await ask('malformed'), { status: 200, replayed: null }, 'malformed parameters are not kept')
  for (const status of [401, 409, 429]) {
    planned(status)
    t.match(await ask(`kept ${status}`), { status })
    t.match(await ask(`kept ${status}`), { status: 200, replayed: null }, `${status} is not kept`)
  }

  stripe.armed.push({ cut: true, times: 1 })
  await t.rejects(ask('cut'))
  t.match(await ask('cut'), { status: 200, replayed: 'true' })
  now = new Date(now.getTime() + 86_400_000)
  t.match(await ask('cut'), { status: 200, replayed: null }, 'forgotten after a day')
})

t.test('asks the bank about a 3-D Secure card, and keeps the session open until it confirms', async t => {
  const { url, id, stripe } = await scene(t)
  const fields = { card: 'secure', email: 'ana@home.example' }
  t.match(await (await post(url, { ...fields, email: 'ana@home..example' })).text(), 'Check it for typos.')
  t.match(await (await post(url, fields)).text(), 'Your bank asks')
  t.hasStrict(stripe.world.getSession(id), { status: 'open', payment_intent: { status: 'requires_action' } })
  t.equal((await post(url, { ...fields, bank: 'no' })).status, 402)
  t.equal(stripe.world.getSession(id).status, 'open')
  t.equal((await post(url, { ...fields, bank: 'yes' })).status, 303)
  t.hasStrict(stripe.world.getSession(id), { status: 'complete', payment_status: 'paid' })
})

t.test('charges no amount that Stripe does not charge, and nothing for nothing', async t => {
  const stripe = await testStripe(t)
  const gateway = gatewayTo(stripe.base)
  const price = stripe.world.prices.get('price_demo_asl1')!
  const buy = (unit_amount: number, currency = 'usd') => {
    stripe.world.setPrice({ ...price, unit_amount, currency })
    return gateway.createSession(order, `${unit_amount} ${currency}`)
  }
  for (const [amount, currency] of [
    [49, 'usd'],
    [29, 'gbp'],
    [49, 'jpy'],
    [17_499, 'huf'],
    [100_000_000, 'usd'],
  ] as const)
    await t.rejects(buy(amount, currency), /StripeInvalidRequestError 400 amount_too_/, `${amount} ${currency}`)
  for (const [amount, currency] of [
    [50, 'usd'],
    [30, 'gbp'],
    [50, 'jpy'],
    [99_999_999, 'usd'],
  ] as const)
    t.match(await buy(amount, currency), { status: 'open', paid: false }, `${amount} ${currency}`)
  const { id } = await buy(0)
  t.equal((await gateway.findSession(id))?.paid, false, 'not before the student has ended it')
  stripe.world.pay(id, '4242')
  t.match(await gateway.findSession(id), { status: 'complete', paid: true, paymentIntent: null, total: 0 })
})

t.test('settles a delayed payment later, and closes a dispute', async t => {
  const { stripe, id } = await scene(t)
  stripe.world.pay(id, 'bank')
  t.hasStrict(stripe.world.getSession(id), { status: 'complete', payment_status: 'unpaid' })
  stripe.world.settle(id, true)
  t.equal(stripe.world.getSession(id).payment_status, 'paid')
  const { id: dispute } = stripe.world.dispute(stripe.world.getSession(id).payment_intent?.id ?? '')
  stripe.world.closeDispute(dispute, 'lost')
  t.strictSame(
    stripe.deliveries.events.map(e => e.type),
    [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ],
  )
})
