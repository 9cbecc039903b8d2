import t from 'tap'
import { reportRevenue } from '#src/desk/reports.ts'
import { revenueCsv } from '#src/desk/rules/sales.ts'
import { previewRefund, refundPayment } from '#src/payments/refunds.ts'
import { describeRefund } from '#src/payments/rules/refund.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { launch } from '../support/school.ts'
import { buy, COMPLETED, deliver, isProcessed, shop } from '../support/shop.ts'
import { signedIn } from '../support/staff.ts'

/** Each row: an amount of Stripe, on the pay page, and in the file of sales. */
const prices: [currency: string, amount: number, shown: string, plain: string][] = [
  ['jpy', 5000, '¥5,000', '5000'],
  ['krw', 5000, '₩5,000', '5000'],
  ['kwd', 15_000, 'KWD 15.000', '15.000'],
  ['isk', 500_000, 'ISK 5,000.00', '5000.00'],
  ['usd', 5000, '$50.00', '50.00'],
]

for (const [currency, amount, shown, plain] of prices) {
  t.test(`${currency}: one amount from the pay page to Stripe, in a refund and in Sales`, async t => {
    const given = await shop(t)
    const { app, base, stripe, token } = given
    stripe.world.setPrice({ ...stripe.world.prices.get('price_A')!, unit_amount: amount, currency })
    const page = textOf(await (await fetch(`${base}/lti/pay?token=${token}`)).text())
    t.match(page.replace(/\s/g, ' '), shown)
    const { id: sessionId } = await buy(given)
    t.match(stripe.world.getSession(sessionId), { amount_total: amount, currency })
    await deliver(given, COMPLETED)
    t.ok(await isProcessed(given))
    const by = { ...colleague, role: 'manager' as const, confirmedAt: app.clock.now() }
    const asked = { sessionId, productIds: [] }
    const preview = await previewRefund(app, asked, by)
    t.match(preview.ok && describeRefund(preview.effects)[0]?.replace(/\s/g, ' '), `You refund ${shown} to the card`)
    t.match(await refundPayment(app, { ...asked, reason: 'left' }, by), { ok: true, amount, currency })
    t.match([...stripe.world.refunds.values()], [{ amount, currency }])
    const { rows: mails } = await app.db.client.query(
      "select data->>'amount' as text from messages where kind = 'refund'",
    )
    t.match(mails.length === 1 && mails[0].text.replace(/\s/g, ' '), shown)
    const csv = revenueCsv(await reportRevenue(app, undefined, by), 'UTC').join('')
    t.match(csv, `,Paid,A,${plain},${currency},`)
    t.match(csv, `,Refund,A,-${plain},${currency},`)
  })
}

t.test('refunds in two currencies are listed and summed each in its own', async t => {
  const given = await shop(t)
  const { app, school, course } = given
  const me = await signedIn(app)
  for (const currency of ['usd', 'jpy']) {
    const { token } = await launch(app, school.key, { context_id: course.contextId, user_id: currency })
    const { id: sessionId, paymentIntent } = await buy({ ...given, token })
    await deliver(given, COMPLETED)
    await app.db.client.query('update checkouts set currency = $1 where stripe_session_id = $2', [currency, sessionId])
    given.stripe.world.refund(paymentIntent, 1000, {})
    await deliver(given, 'charge.refunded', 'refund.created')
  }
  const sales = textOf((await me.open('/sales')).body).replace(/\s+/g, ' ')
  for (const row of ['All months USD 49.00 10.00 0.00 39.00', 'All months JPY 4900 1000 0 3900']) t.match(sales, row)
  const list = textOf((await me.open('/payments')).body).replace(/\s+/g, ' ')
  for (const row of ['$49.00 $10.00', '¥4,900 ¥1,000']) t.match(list, row)
})
