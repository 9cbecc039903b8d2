import t from 'tap'
import { cardRefunds } from '#src/access/store/schema/checkouts.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { closePaymentFlag, listPaymentFlags, listPersonPayments } from '#src/payments/payments.ts'
import { listReconciliations, reconcile, startReconciliation } from '#src/payments/reconciliations.ts'
import { refundPayment } from '#src/payments/refunds.ts'
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
type Given = Pick<Shop, 'app' | 'token'> & { me: Me }
const payments = async ({ app, token, me }: Given) => (await listPersonPayments(app, token, me.staff))?.payments
const refund = async ({ app, me }: Omit<Given, 'token'>, sessionId: string, rest: object = {}) =>
  refundPayment(app, { sessionId, productIds: [], reason: 'They asked for it', ...rest }, me.staff)
const auditOf = async ({ app }: Pick<Shop, 'app'>, action: string) =>
  (await app.db.orm.select().from(audit)).filter(line => line.action === action)
const productId = async ({ app }: Pick<Shop, 'app'>, code: string) => (await makeProduct(app, code)).id

t.test("shows staff a person's payments", async t => {
  const given = await paid(t, ['A', 'B'])
  const [payment, ...more] = (await payments(given)) ?? []
  t.strictSame(more, [])
  t.match(payment, {
    checkout: {
      sessionId: given.id,
      paymentIntent: given.paymentIntent,
      livemode: false,
      currency: 'usd',
      amount: 9800,
    },
    state: 'paid',
    total: 9800,
    refunded: 0,
    refundable: 9800,
    disputes: [],
    lines: [
      { product: 'Product A', amount: 4900, why: null, refundable: true },
      { product: 'Product B', amount: 4900, why: null, refundable: true },
    ],
    flags: [],
  })
  t.equal(await payments({ ...given, token: 'e_unknown0000' }), undefined)
  t.equal((await auditOf(given, 'view')).length, 1, 'the view is recorded')
})

t.test('a full refund takes access away at once, and later events change nothing', async t => {
  const given = await paid(t)
  t.match(await refund(given, given.id, { reason: 'Dropped the course' }), { ok: true, amount: 4900 })
  t.notOk(await isProcessed(given), 'before any event')
  await deliver(given, 'charge.refunded', 'refund.created', 'refund.created', COMPLETED)
  t.notOk(await isProcessed(given))
  t.match(await payments(given), [{ refunded: 4900, refundable: 0, lines: [{ why: 'refunded' }] }])
  t.strictSame(await openFlags(given), [])
  const [line, ...more] = await auditOf(given, 'refund-payment')
  t.match(line, { actor: `staff:${given.me.staff.id}`, reason: 'Dropped the course', after: { amount: '$49.00' } })
  t.strictSame(more, [])
  t.match(await auditOf(given, 'unprocess'), [{ actor: 'system', reason: 'Dropped the course' }])
  t.match(await refund(given, given.id), { ok: false, reason: 'fully_refunded' })
})

t.test('refunding one product takes access away, and the product can be paid for again', async t => {
  const given = await paid(t, ['A', 'B'])
  const a = await productId(given, 'A')
  t.match(await refund(given, given.id, { productIds: [a] }), { ok: true, amount: 4900 })
  t.notOk(await isProcessed(given))
  const { rows: mails } = await given.app.db.client.query("select data from messages where kind = 'refund'")
  t.match(mails, [{ data: { amount: '$49.00', products: ['Product A'] } }])
  t.match(await payments(given), [{ refunded: 4900, refundable: 4900, lines: [{ why: 'refunded' }, { why: null }] }])
  await deliver(given, 'charge.refunded', 'refund.created')
  t.strictSame(await openFlags(given), [], 'no flag, as the refund names its product')
  t.match(await refund(given, given.id, { productIds: [a] }), { ok: false }, 'not a second time')
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
  const lost = await refund(given, given.id, { productIds: [a] })
  t.match(lost, { ok: false, reason: 'refund_provider_away' })
  t.ok(await isProcessed(given))
  await deliver(given, 'refund.created')
  t.notOk(await isProcessed(given))
  t.equal(given.stripe.world.refunds.size, 1)
})

t.test('an amount refunded at Stripe keeps access and flags the payment, until the rest is refunded', async t => {
  const given = await paid(t)
  given.stripe.world.refund(given.paymentIntent, 1000, {})
  await deliver(given, 'charge.refunded', 'refund.created')
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), ['partial_refund'])
  t.match(await refund(given, given.id), { ok: true, amount: 3900 })
  t.notOk(await isProcessed(given), 'the rest is refunded, so all of it')
  t.strictSame(await openFlags(given), [])
})

t.test('parallel presses make one refund and one audit line', async t => {
  const given = await paid(t, ['A', 'B'])
  const productIds = [await productId(given, 'A')]
  const press = () => refund(given, given.id, { productIds })
  const answers = [...(await Promise.all([press(), press(), press(), press()])), await press()]
  t.ok(answers.some(a => a.ok))
  t.match(answers.at(-1), { ok: false, reason: 'product_not_refundable' }, 'a late press reads that it changed')
  t.equal(given.stripe.world.refunds.size, 1)
  t.equal((await given.app.db.orm.select().from(cardRefunds)).length, 1)
  t.equal((await auditOf(given, 'refund-payment')).length, 1)
})

t.test('a refund needs a reason', async t => {
  const given = await paid(t)
  for (const reason of ['', '  ']) t.match(await refund(given, given.id, { reason }), { reason: 'reason_required' })
  t.equal(given.stripe.world.refunds.size, 0)
  t.ok(await isProcessed(given))
})

t.test('a refund that fails at the bank restores access and is flagged', async t => {
  const given = await paid(t)
  await refund(given, given.id)
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
  const refused = /Your role does not allow this/
  await t.rejects(refund({ ...given, me: viewer }, given.id), refused)
  await t.rejects(closePaymentFlag(given.app, { id: 1 }, viewer.staff), refused)
  await t.rejects(startReconciliation(given.app, viewer.staff), refused)
  t.match(await payments({ ...given, me: viewer }), { length: 1 }, 'a viewer reads')
  t.match(await refund(given, 'cs_test_unknown'), { reason: 'payment_not_found' })
  const open = await shop(t)
  const { id } = await pressPay(open)
  const me = await signedIn(open.app)
  t.match(await refund({ ...open, me }, id), { reason: 'payment_not_paid' })
})

t.test('a second payment is flagged and listed, and refunding it keeps access', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  const first = await pressPay(given)
  await redeem(given.app, given.token, await makeCode(given.app, 'A'))
  t.ok(await isProcessed(given))
  await payAt(given, first.id)
  await deliver(given, COMPLETED)
  t.match(await listPaymentFlags(given.app), [
    {
      kind: 'refund_due',
      sentence: 'A refund is due.',
      sessionId: first.id,
      amount: 4900,
      token: given.token,
      email: /@/,
    },
  ])
  t.match(await refund({ ...given, me }, first.id), { ok: true })
  t.ok(await isProcessed(given), 'the code still gives access')
  t.strictSame(await listPaymentFlags(given.app), [])
})

t.test('a flag closed by staff stays closed and names them', async t => {
  const given = await paid(t)
  given.stripe.world.refund(given.paymentIntent, 100, {})
  await deliver(given, 'charge.refunded')
  const [flag] = await listPaymentFlags(given.app)
  const close = (note = 'A present') => closePaymentFlag(given.app, { id: flag?.id ?? 0, note }, given.me.staff)
  for (const none of ['', ' ']) t.match(await close(none), { reason: 'note_required' })
  t.match(await close(), { ok: true })
  t.match(await close(), { reason: 'flag_not_found' }, 'once')
  await deliver(given, 'charge.refunded', 'refund.created')
  t.strictSame(await openFlags(given), [])
  t.match((await payments(given))?.[0]?.flags, [
    { kind: 'partial_refund', closedBy: `staff:${given.me.staff.id}`, note: 'A present' },
  ])
  t.equal((await auditOf(given, 'close-payment-flag')).length, 1)
})

t.test('starts a comparison on demand and shows its result', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  await buy(given)
  t.match(await startReconciliation(given.app, me.staff), { ok: true })
  const [job] = await jobsOf(given.app, 'reconcile')
  t.strictSame(job, { actor: `staff:${me.staff.id}` })
  await reconcile(given.app, String(job?.actor))
  t.ok(await isProcessed(given), 'found without any event or success page')
  t.match(await listReconciliations(given.app.db), [
    { actor: job?.actor, compared: 1, open: [], healed: [/was paid, but not recorded here/] },
  ])
})
