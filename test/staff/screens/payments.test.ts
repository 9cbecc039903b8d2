import t from 'tap'
import { paymentFlags } from '#src/access/store/schema/checkouts.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { listPersonPayments } from '#src/payments/payments.ts'
import { refundRefusals } from '#src/payments/rules/refund.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { countOf } from '../../support/rows.ts'
import { buy, COMPLETED, deliver, isProcessed, openFlags, shop } from '../../support/shop.ts'
import { postAndConfirm, signedIn } from '../../support/staff.ts'
import type { Test } from '../../support/test.ts'

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
    const [page = ''] = tagsOf((await me.open('/payments')).body, 'a')
      .flatMap(a => a.href ?? [])
      .filter(href => /^\/payments\/\d+$/.test(href))
    const { entitlement } = (await listPersonPayments(given.app, given.token, me.staff))!
    const elsewhere = [page, `/find?q=${given.token}`, `/people/${entitlement.personId}`]
    for (const where of elsewhere) t.match((await me.open(where)).body, '$49.00', where)
    for (const where of [url, ...elsewhere]) t.notMatch((await me.open(where)).body, 'value="refund"', where)
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
  t.match(textOf(out.body), /Un-processed: .+ has no access\./)
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

/** Sets up a payment with an open dispute; returns what the pages of its flag are. */
const disputed = async (t: Test) => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  const { id, paymentIntent } = await buy(given)
  await deliver(given, COMPLETED)
  const dispute = given.stripe.world.dispute(paymentIntent)
  await deliver(given, 'charge.dispute.created')
  const [flag] = await given.app.db.orm.select().from(paymentFlags)
  return { given, me, id, dispute, flag: flag!, page: `/payments/${flag!.checkoutId}` }
}

const problemAt = (body: string, name: string) => {
  const field = tagsOf(body, 'input').find(input => input.name === name)
  const problem = tagsOf(body, 'p').find(p => p.id === field?.['aria-describedby'])
  return { invalid: field?.['aria-invalid'], isShown: problem !== undefined }
}

t.test('a dispute shows until when it takes an answer, and leads to its page at Stripe', async t => {
  const { given, me, dispute, page } = await disputed(t)
  const due = `Answer by ${shortTime(new Date(dispute.evidence_details.due_by! * 1000), 'America/Chicago')}`
  for (const where of ['/payments', page]) {
    const { body } = await me.open(where)
    t.match(textOf(body), due, where)
    t.match(body, `https://dashboard.stripe.com/test/disputes/${dispute.id}`, where)
  }
  const later = given.app.clock.now().getTime() / 1000 + 30 * 86_400
  dispute.evidence_details = { due_by: Math.floor(later) }
  given.app.clock.advance(5000)
  given.stripe.world.closeDispute(dispute.id, 'lost')
  await deliver(given, 'charge.dispute.closed')
  t.match(textOf((await me.open(page)).body), `lost Answer by ${shortTime(new Date(later * 1000), 'America/Chicago')}`)
})

t.test('a flag closes only with a note, and staff open it again, on each page that shows it', async t => {
  const { given, me, flag, page } = await disputed(t)
  const lines = async (action: string) => (await given.app.db.orm.select().from(audit)).filter(a => a.action === action)
  let closings = 0
  for (const where of ['/payments', page, `/payments?token=${given.token}`]) {
    for (const note of ['', '   ']) {
      const refused = await me.post(where, { id: String(flag.id), note, intent: 'close' })
      t.match(refused, { status: 422, body: refundRefusals.note_required.message }, where)
      t.match(problemAt(refused.body, 'note'), { invalid: 'true', isShown: true }, where)
      t.strictSame(await openFlags(given), ['dispute_open'])
    }
    t.notMatch((await me.open(where)).body, 'Open again')
    const close = { id: String(flag.id), note: ' sent the log ', intent: 'close' }
    const closed = textOf((await me.send(where, close)).body)
    closings++
    t.match(closed, 'Flag closed.')
    t.match(closed, /Sam Staff, [\d/]+, [\d:]+: sent the log/, 'who, when and the note')
    t.match(closed, 'Open again')
    t.strictSame(await openFlags(given), [])
    t.match((await lines('close-payment-flag')).at(-1), { reason: 'sent the log' })
    const open = textOf((await me.send(where, { id: String(flag.id), intent: 'reopen' })).body)
    t.match(open, 'The flag is open again.')
    t.match(open, 'Mark as done')
    t.notMatch(open, 'Open again')
    t.strictSame(await openFlags(given), ['dispute_open'])
    t.match((await lines('reopen-payment-flag')).at(-1), { before: { note: 'sent the log' }, after: { note: null } })
  }
  t.equal((await lines('close-payment-flag')).length, closings)
  t.equal((await lines('reopen-payment-flag')).length, closings)
  t.match(await me.post(page, { id: '999', note: 'what', intent: 'close' }), { status: 404, body: 'Flag not found' })
  t.match(await me.post(page, { id: '999', intent: 'reopen' }), { status: 404, body: 'Flag not found' })
})

t.test('a flag that staff closed stays closed until they open it; then it closes with its reason', async t => {
  const { given, me, dispute, flag } = await disputed(t)
  const close = () => me.post('/payments', { id: String(flag.id), note: 'sent the log', intent: 'close' })
  const reopen = () => me.post('/payments', { id: String(flag.id), intent: 'reopen' })
  const again = () => deliver(given, 'charge.dispute.created')
  await close()
  await again()
  t.strictSame(await openFlags(given), [], 'another event does not open it')
  t.strictSame(new Set((await Promise.all(Array.from({ length: 10 }, reopen))).map(p => p.status)), new Set([303]))
  t.equal(await countOf(given.app, `audit where action = 'reopen-payment-flag'`), 1, 'ten presses open it once')
  const presses = await Promise.all(Array.from({ length: 10 }, close))
  t.equal(presses.filter(p => p.status === 303).length, 1, 'and ten close it once')
  await reopen()
  given.stripe.world.closeDispute(dispute.id, 'won')
  await deliver(given, 'charge.dispute.closed')
  t.strictSame(await openFlags(given), [])
  const page = textOf((await me.open('/payments')).body)
  t.match(page, /Closed \(1\).*Closed by itself/)
  t.notMatch(page, 'Open again', 'its reason is gone')
  t.match(await reopen(), { status: 404, body: 'Flag not found' })
})

t.test('a viewer sees closed flags and changes none', async t => {
  const { given, me, flag, page } = await disputed(t)
  await me.post(page, { id: String(flag.id), note: 'sent the log', intent: 'close' })
  const viewer = await signedIn(given.app, 'viewer')
  for (const where of ['/payments', page]) {
    const { body } = await viewer.open(where)
    t.match(textOf(body), 'sent the log')
    t.notMatch(body, 'Open again')
    t.equal((await viewer.post(where, { id: String(flag.id), intent: 'reopen' })).status, 403)
  }
  t.strictSame(await openFlags(given), [])
})
