import t from 'tap'
import { refundRefusals } from '#src/payments/rules/refund.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { buy, COMPLETED, deliver, isProcessed, shop } from '../../support/shop.ts'
import { postAndConfirm, signedIn } from '../../support/staff.ts'

t.test('finds a payment by token, refunds it by product, and takes access away', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  const me = await signedIn(given.app, 'support')
  await buy(given)
  await deliver(given, COMPLETED)
  const url = `/payments?token=${given.token}`
  const page = await me.open(url)
  t.match(textOf(page.body), 'Paid $98.00')
  const [session = ''] = tagsOf(page.body, 'input').flatMap(i => (i.name === 'session_id' ? [i.value ?? ''] : []))
  const [product = ''] = tagsOf(page.body, 'input').flatMap(i => (i.name === 'product_ids' ? [i.value ?? ''] : []))
  const refundOne = { session_id: session, product_ids: product, intent: 'refund' }
  const asked = textOf((await me.send(url, refundOne)).body)
  t.match(asked, 'You refund $49.00 to the card that paid. We keep $49.00 of this payment.')
  t.match(asked, 'No longer paid for: Product A.')
  t.match(asked, 'loses access')
  t.ok(await isProcessed(given), 'the preview changes nothing')
  t.match(await postAndConfirm(me, url, refundOne, ''), { status: 422, body: 'Enter a reason.' })
  const stale = { ...refundOne, confirmed: 'Nothing goes back.', reason: 'dropped' }
  t.match(await me.send(url, stale), { status: 409, body: 'This payment just changed.' })
  const one = await postAndConfirm(me, url, refundOne, 'dropped')
  t.match(textOf(one.body), '$49.00: The refund is on its way.')
  t.notOk(await isProcessed(given))
  t.match(textOf(one.body), 'State partly refunded')
  t.match(textOf(one.body), 'Product A (refunded), Product B')
  t.match(
    textOf((await me.send(url, { session_id: session, intent: 'refund' })).body),
    'Ana Íñiguez in ASL 1 already has no access.',
  )
  const rest = await postAndConfirm(me, url, { session_id: session, intent: 'refund' })
  t.match(textOf(rest.body), 'Refunded $98.00')
  t.match(await me.send(url, { session_id: session, intent: 'refund' }), {
    status: 409,
    body: 'already fully refunded',
  })
  t.match(await me.open('/payments?token=e_unknown0000'), { status: 404, body: 'Enrollment nor Membership not found' })
})

t.test('offers no refund for a disputed payment or one lost in a dispute', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  const { id, paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  const url = `/payments?token=${given.token}`
  const dispute = given.stripe.world.dispute(paymentIntent)
  const looks = async (state: string, says: string) => {
    const { body } = await me.open(url)
    t.match(textOf(body), `State ${state}`)
    t.match(textOf(body), says)
    t.notMatch(body, 'value="refund"')
    t.match(await me.send(url, { session_id: id, intent: 'refund' }), { status: 409, body: says })
  }
  await deliver(given, 'charge.dispute.created')
  await looks('disputed', refundRefusals.dispute_open.message)
  given.stripe.world.closeDispute(dispute.id, 'lost')
  await deliver(given, 'charge.dispute.closed')
  await looks('dispute lost', refundRefusals.dispute_lost.message)
})

t.test('un-processing a card payer first warns that no money is refunded', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  await buy(given)
  await deliver(given, COMPLETED)
  const url = `/token?token=${given.token}`
  t.match(textOf((await me.send(url, { intent: 'unprocess', reason: 'left' })).body), 'is not refunded')
  t.ok(await isProcessed(given))
  t.match(await postAndConfirm(me, url, { intent: 'unprocess' }, ' '), { status: 422, body: 'Enter a reason.' })
  const out = await postAndConfirm(me, url, { intent: 'unprocess', reason: '' }, 'left')
  t.match(textOf(out.body), 'Un-processed: this person has no access.')
  t.notOk(await isProcessed(given))
})

t.test('lists payments that need attention, and starts a comparison', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  t.match(textOf((await me.open('/payments')).body), 'No payments need attention.')
  t.match(await me.send('/payments', { id: '1', intent: 'close' }), { status: 404, body: 'Flag not found' })
  const { body } = await me.send('/payments', { intent: 'compare' })
  t.match(textOf(body), 'The comparison has started. Reload this page in a moment to see the result.')
  t.match(body, '<a href="/payments">Reload this page</a>')
})
