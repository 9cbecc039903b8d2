import t from 'tap'
import { listPersonPayments } from '#src/payments/payments.ts'
import { reconcile } from '#src/payments/reconciliations.ts'
import type { CardGateway } from '#src/payments/rules/card-provider.ts'
import {
  buy,
  COMPLETED,
  checkoutRow,
  deliver,
  isProcessed,
  openFlags,
  pressPay,
  type Shop,
  shop,
} from '../support/shop.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

/** The nightly comparison with the card provider: repairs after lost events, and cases left for staff. */
const paid = async (t: Test, options = {}) => {
  const given = await shop(t, options)
  const bought = await buy(given)
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
  return { ...given, ...bought, world: given.stripe.world }
}

const compare = async ({ app }: Pick<Shop, 'app'>) => {
  const found = await reconcile(app, 'system')
  return { healed: found?.healed.map(withoutId) ?? [], open: found?.open.map(withoutId) ?? [] }
}
const withoutId = (line: string) => line.replace(/^cs_test_\w+: /, '')
const nothing = { healed: [], open: [] }

t.test('flags a dispute whose event was lost, and takes access when it is lost', async t => {
  const given = await paid(t)
  const { id } = given.world.dispute(given.paymentIntent)
  t.strictSame(await compare(given), {
    healed: ['was disputed, without an event: answer the dispute at the card provider'],
    open: [],
  })
  t.ok(await isProcessed(given), 'an open dispute keeps access')
  t.strictSame(await openFlags(given), ['dispute_open'])
  t.strictSame(await compare(given), nothing, 'once')
  given.world.closeDispute(id, 'lost')
  t.strictSame(await compare(given), {
    healed: ['its dispute was lost, without an event: the payment no longer gives access'],
    open: [],
  })
  t.notOk(await isProcessed(given))
  t.strictSame(await openFlags(given), ['dispute_lost'])
  await deliver(given, 'charge.dispute.created', 'charge.dispute.closed')
  t.notOk(await isProcessed(given), 'late events change nothing')
  t.strictSame(await compare(given), nothing)
})

t.test('with STRIPE_DISPUTE_ACCESS=take, an open dispute takes access and a won one gives it back', async t => {
  const given = await paid(t, { env: { STRIPE_DISPUTE_ACCESS: 'take' } })
  const { id } = given.world.dispute(given.paymentIntent)
  await compare(given)
  t.notOk(await isProcessed(given))
  given.world.closeDispute(id, 'won')
  t.strictSame((await compare(given)).healed, ['its dispute was won, without an event'])
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), [])
})

t.test('checks disputes and payments of any age', async t => {
  const given = await paid(t)
  const day = 24 * 60 * 60 * 1000
  given.app.clock.advance(60 * day)
  const { id } = given.world.dispute(given.paymentIntent)
  t.equal((await compare(given)).healed.length, 1, 'two months after the payment')
  given.app.clock.advance(60 * day)
  given.world.closeDispute(id, 'lost')
  t.equal((await compare(given)).healed.length, 1, 'two months after the dispute opened')
  t.strictSame(await openFlags(given), ['dispute_lost'])
})

t.test('reports to staff what the event handlers cannot repair', async t => {
  const given = await paid(t)
  const { id } = given.world.dispute(given.paymentIntent)
  given.world.closeDispute(id, 'won')
  await deliver(given, 'charge.dispute.closed')
  given.world.disputes.get(id)!.status = 'needs_response'
  t.strictSame(await compare(given), {
    healed: [],
    open: ['its dispute has ended here, but is open at the card provider'],
  })
  const other = await paid(t)
  const lost = other.world.dispute(other.paymentIntent)
  await deliver(other, 'charge.dispute.created')
  other.world.disputes.delete(lost.id)
  t.strictSame(await compare(other), {
    healed: [],
    open: ['disputed here, but the card provider has no such dispute'],
  })
})

t.test('applies refunds whose events were lost: full, of one product, of an amount, and failed', async t => {
  const all = await paid(t)
  all.world.refund(all.paymentIntent, undefined, {})
  t.strictSame((await compare(all)).healed, ['a refund of $49.00 was missing here'])
  t.notOk(await isProcessed(all))
  t.strictSame(await compare(all), nothing)
  all.world.failRefund([...all.world.refunds.keys()][0]!)
  t.strictSame((await compare(all)).healed, ['a refund of $49.00 had failed, without an event'])
  t.ok(await isProcessed(all))
  t.strictSame(await openFlags(all), ['refund_failed'])

  const one = await paid(t, { products: ['A', 'B'] })
  const me = await signedIn(one.app)
  const listed = await listPersonPayments(one.app, one.token, me.staff)
  one.world.refund(one.paymentIntent, 4900, { signbook_products: String(listed?.payments[0]?.lines[0]?.productId) })
  await compare(one)
  t.notOk(await isProcessed(one))
  t.strictSame(await openFlags(one), [], 'the refund names its product')

  const part = await paid(t)
  part.world.refund(part.paymentIntent, 100, {})
  t.strictSame((await compare(part)).healed, ['a refund of $1.00 was missing here'])
  t.ok(await isProcessed(part))
  t.strictSame(await openFlags(part), ['partial_refund'])
})

t.test('a payment refunded while events were lost ends without access and reports both', async t => {
  const given = await shop(t)
  const { paymentIntent } = await buy(given)
  given.stripe.world.refund(paymentIntent, undefined, {})
  t.strictSame((await compare(given)).healed, [
    'was paid, but not recorded here',
    'a refund of $49.00 was missing here',
  ])
  t.notOk(await isProcessed(given))
})

t.test('a bank transfer that takes more than a week is not reported', async t => {
  const given = await shop(t)
  const { id } = await buy(given, 'bank')
  await deliver(given, COMPLETED)
  given.app.clock.advance(9 * 24 * 60 * 60 * 1000)
  t.strictSame(await compare(given), nothing)
  given.stripe.world.settle(id, true)
  t.strictSame((await compare(given)).healed, ['was paid, but not recorded here'])
})

t.test('handles an expired checkout, a failed payment and an unknown session', async t => {
  const given = await shop(t)
  const failed = await buy(given, 'bank')
  given.stripe.world.settle(failed.id, false)
  const foreign = given.stripe.world.getSession((await shopless(given)).id)
  t.strictSame(await compare(given), { healed: ['its payment failed'], open: [] })
  t.equal((await checkoutRow(given, failed.id)).status, 'failed')
  const next = await pressPay(given)
  given.stripe.world.expire(given.stripe.world.getSession(next.id))
  t.strictSame(await compare(given), { healed: ['had expired'], open: [] })
  Object.assign(foreign.metadata, {
    signbook_kind: 'enrollment',
    signbook_id: '999999',
    signbook_reference: 'x',
    signbook_lines: '1=price_A',
  })
  t.strictSame(await compare(given), { healed: [], open: ['names a person of ours, but no row matches'] })
})

t.test('says how many lines it leaves out', async t => {
  const given = await shop(t)
  const { card } = given.app
  const session = given.stripe.world.getSession((await shopless(given)).id)
  const metadata = {
    signbook_kind: 'enrollment',
    signbook_id: '999999',
    signbook_reference: 'x',
    signbook_lines: '1=price_A',
  }
  Object.assign(session.metadata, metadata)
  const gateway: CardGateway = {
    ...card!.gateway,
    async *listSessions(since) {
      for await (const found of card!.gateway.listSessions(since))
        for (let n = 0; n < 502; n++) yield { ...found, id: `cs_test_${n}` }
    },
  }
  const { open } = await compare({ app: { ...given.app, card: { ...card!, gateway } } })
  t.equal(open.length, 501)
  t.equal(open[499], 'names a person of ours, but no row matches')
  t.equal(open[500], 'and 2 more')
})

/** Makes a session in the same account that is not ours. */
const shopless = async ({ stripe }: Pick<Shop, 'stripe'>) =>
  stripe.world.createSession({
    mode: 'payment',
    success_url: 'https://elsewhere.example/',
    line_items: { 0: { price: 'price_demo_asl1', quantity: '1' } },
  })
