import t from 'tap'
import { processMessages } from '#src/access/rules/process-messages.ts'
import { cardRefunds } from '#src/access/store/schema/checkouts.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { jobsOf } from '../support/rows.ts'
import { makeCode, makeProduct, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, isProcessed, openFlags, payAt, pressPay, type Shop, shop } from '../support/shop.ts'
import { type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

/** A person with access by card, and a staff member with role support. */
const paid = async (t: Test, products = ['A']) => {
  const given = await shop(t, { products })
  const me = await signedIn(given.app, 'support')
  const bought = await buy(given)
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
  return { ...given, ...bought, me }
}
const payments = async (me: Me, { token }: Pick<Shop, 'token'>) =>
  (await me.call('POST', '/twa/get_payments', { token })).data.payments
const refund = (me: Me, session_id: string, rest: object = {}) =>
  me.call('POST', '/twa/refund_payment', { session_id, reason: 'They asked for it', ...rest })
const auditOf = async ({ app }: Pick<Shop, 'app'>, action: string) =>
  (await app.db.orm.select().from(audit)).filter(line => line.action === action)
const productId = async ({ app }: Pick<Shop, 'app'>, code: string) => (await makeProduct(app, code)).id

t.test("shows staff a person's payments", async t => {
  const given = await paid(t, ['A', 'B'])
  const [payment, ...more] = await payments(given.me, given)
  t.strictSame(more, [])
  t.match(payment, {
    session_id: given.id,
    payment_intent: given.paymentIntent,
    status: 'paid',
    livemode: false,
    currency: 'usd',
    amount: 9800,
    total: 9800,
    total_text: '$98.00',
    refunded: 0,
    refundable: 9800,
    disputes: [],
    refunds: [],
    lines: [
      { product: 'Product A', amount: 4900, covers: true, refundable: true },
      { product: 'Product B', amount: 4900, covers: true, refundable: true },
    ],
    flags: [],
  })
  t.equal((await given.me.call('POST', '/twa/get_payments', { token: 'e_unknown0000' })).status, 404)
  t.equal((await auditOf(given, 'view')).length, 1, 'the view is recorded')
})

t.test('a full refund takes access away at once, and later events change nothing', async t => {
  const given = await paid(t)
  const { status, data } = await refund(given.me, given.id, { reason: 'Dropped the course' })
  t.strictSame([status, data.message, data.amount], [200, 'The refund is on its way.', 4900])
  t.notOk(await isProcessed(given), 'before any event')
  await deliver(given, 'charge.refunded', 'refund.created', 'refund.created', COMPLETED)
  t.notOk(await isProcessed(given))
  t.match(await payments(given.me, given), [{ refunded: 4900, refundable: 0, lines: [{ covers: false }] }])
  t.strictSame(await openFlags(given), [])
  const [line, ...more] = await auditOf(given, 'refund-payment')
  t.match(line, { actor: `staff:${given.me.staff.id}`, reason: 'Dropped the course', after: { amount: '$49.00' } })
  t.strictSame(more, [])
  t.match(await auditOf(given, 'unprocess'), [{ actor: 'system', reason: 'Dropped the course' }])
  const again = await refund(given.me, given.id)
  t.strictSame(
    [again.status, again.data.error, again.data.reason],
    [409, 'This payment is already fully refunded.', 'fully_refunded'],
  )
})

t.test('refunding one product takes access away, and the product can be paid for again', async t => {
  const given = await paid(t, ['A', 'B'])
  const a = await productId(given, 'A')
  t.equal((await refund(given.me, given.id, { product_ids: [a] })).data.amount, 4900)
  t.notOk(await isProcessed(given))
  t.match(await payments(given.me, given), [
    { refunded: 4900, refundable: 4900, lines: [{ covers: false }, { covers: true }] },
  ])
  await deliver(given, 'charge.refunded', 'refund.created')
  t.strictSame(await openFlags(given), [], 'no flag, as the refund names its product')
  t.equal((await refund(given.me, given.id, { product_ids: [a] })).status, 409, 'not a second time')
  const next = await buy(given)
  t.strictSame(
    given.stripe.world.getSession(next.id).lines.map(l => l.price.id),
    ['price_A'],
  )
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
})

t.test('a refund whose answer was lost is recorded by its event', async t => {
  const given = await paid(t, ['A', 'B'])
  given.stripe.armed.push({ path: '/v1/refunds', cut: true, times: 2 })
  const a = await productId(given, 'A')
  const lost = await refund(given.me, given.id, { product_ids: [a] })
  t.equal(lost.status, 502)
  t.match(lost.data.error, 'The card service is not answering.')
  t.ok(await isProcessed(given))
  await deliver(given, 'refund.created')
  t.notOk(await isProcessed(given))
  t.equal(given.stripe.world.refunds.size, 1)
})

t.test('refunding an amount keeps access and flags the payment', async t => {
  const given = await paid(t)
  t.equal((await refund(given.me, given.id, { amount: 1000, refunded: 0 })).status, 200)
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), ['partial_refund'])
  const tooMuch = await refund(given.me, given.id, { amount: 4000, refunded: 1000 })
  t.strictSame([tooMuch.status, tooMuch.data.errors[0].field], [409, 'amount'])
  for (const bad of [0, -1, 1.5, 'all']) t.equal((await refund(given.me, given.id, { amount: bad })).status, 422)
  t.equal((await refund(given.me, given.id, { amount: 100, product_ids: [1] })).status, 422)
  t.equal((await refund(given.me, given.id, { amount: 100 })).data.errors[0].field, 'refunded')
  await refund(given.me, given.id)
  t.notOk(await isProcessed(given), 'the rest is refunded, so all of it')
  t.strictSame(await openFlags(given), [])
})

t.test('parallel presses make one refund and one audit line', async t => {
  const given = await paid(t)
  const press = () => refund(given.me, given.id, { amount: 2000, refunded: 0 })
  const answers = [...(await Promise.all([press(), press(), press(), press()])), await press()]
  const statuses = answers.map(a => a.status)
  t.ok(statuses.includes(200))
  t.equal(statuses.at(-1), 409, 'a late press reads that it changed')
  t.ok(
    statuses.every(status => status === 200 || status === 409),
    statuses.join(),
  )
  t.equal(given.stripe.world.refunds.size, 1)
  t.equal((await given.app.db.orm.select().from(cardRefunds)).length, 1)
  t.equal((await auditOf(given, 'refund-payment')).length, 1)
})

t.test('a refund needs a reason, by JSON too', async t => {
  const given = await paid(t)
  for (const reason of [undefined, '', '  ']) {
    const { status, data } = await refund(given.me, given.id, { reason })
    t.match([status, data.errors], [422, [{ field: 'reason', message: processMessages.reason }]])
  }
  t.equal(given.stripe.world.refunds.size, 0)
  t.ok(await isProcessed(given))
})

t.test('a refund that fails at the bank restores access and is flagged', async t => {
  const given = await paid(t)
  await refund(given.me, given.id)
  t.notOk(await isProcessed(given))
  const [made] = given.stripe.world.refunds.keys()
  given.stripe.world.failRefund(made!)
  await deliver(given, 'refund.failed', 'charge.refunded', 'refund.created')
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), ['refund_failed'])
})

t.test('checks roles, and refuses unknown and unpaid sessions', async t => {
  const given = await paid(t)
  const viewer = await signedIn(given.app, 'viewer')
  t.equal((await refund(viewer, given.id)).status, 403)
  t.equal((await viewer.call('POST', '/twa/get_payments', { token: given.token })).status, 200)
  t.equal((await viewer.call('POST', '/twa/close_payment_flag', { id: 1 })).status, 403)
  t.equal((await viewer.call('POST', '/twa/reconcile_payments', {})).status, 403)
  t.equal((await refund(given.me, 'cs_test_unknown')).status, 404)
  const open = await shop(t)
  const { id } = await pressPay(open)
  const me = await signedIn(open.app)
  const { status, data } = await refund(me, id)
  t.strictSame([status, data.error], [409, 'This checkout was not paid, so there is nothing to refund.'])
})

t.test('a second payment is flagged and listed, and refunding it keeps access', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  const first = await pressPay(given)
  await redeem(given.app, given.token, await makeCode(given.app, 'A'))
  t.ok(await isProcessed(given))
  await payAt(given, first.id)
  await deliver(given, COMPLETED)
  const { flags } = (await me.call('GET', '/twa/payment_flags')).data
  t.match(flags, [
    { kind: 'refund_due', session_id: first.id, amount: 4900, amount_text: '$49.00', token: given.token, email: /@/ },
  ])
  t.match(flags[0].sentence, 'A refund is due.')
  t.equal((await refund(me, first.id)).status, 200)
  t.ok(await isProcessed(given), 'the code still gives access')
  t.strictSame((await me.call('GET', '/twa/payment_flags')).data.flags, [])
})

t.test('a flag closed by staff stays closed and names them', async t => {
  const given = await paid(t)
  given.stripe.world.refund(given.paymentIntent, 100, {})
  await deliver(given, 'charge.refunded')
  const [flag] = (await given.me.call('GET', '/twa/payment_flags')).data.flags
  const close = (note: string | undefined = 'A present') =>
    given.me.call('POST', '/twa/close_payment_flag', { id: flag.id, note })
  for (const none of ['', ' '])
    t.match(await close(none), { status: 422, data: { reason: 'note_required', errors: [{ field: 'note' }] } })
  t.equal((await close()).status, 200)
  t.equal((await close()).status, 404, 'once')
  await deliver(given, 'charge.refunded', 'refund.created')
  t.strictSame(await openFlags(given), [])
  t.match((await payments(given.me, given))[0].flags, [
    { kind: 'partial_refund', closed_by: `staff:${given.me.staff.id}`, note: 'A present' },
  ])
  t.equal((await auditOf(given, 'close-payment-flag')).length, 1)
})

t.test('starts a comparison on demand and shows its result', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  await buy(given)
  const { status, data } = await me.call('POST', '/twa/reconcile_payments', {})
  t.strictSame([status, data.message], [200, 'The comparison has started.'])
  const [job] = await jobsOf(given.app, 'reconcile')
  t.strictSame(job, { actor: `staff:${me.staff.id}` })
  await given.app.modules.payments.reconcile(String(job?.actor))
  t.ok(await isProcessed(given), 'found without any event or success page')
  const { reconciliations } = (await me.call('GET', '/twa/reconciliations')).data
  t.match(reconciliations, [{ actor: job?.actor, compared: 1, open: [] }])
  t.match(reconciliations[0].healed, [/was paid, but not recorded here/])
})
