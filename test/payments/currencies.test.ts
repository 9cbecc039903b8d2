import t from 'tap'
import { revenueCsv } from '#src/desk/rules/sales.ts'
import { reportRevenue } from '#src/desk/sales.ts'
import { previewRefund, refundPayment } from '#src/payments/refunds.ts'
import { describeRefund } from '#src/payments/rules/refund.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { buy, COMPLETED, deliver, isProcessed, shop } from '../support/shop.ts'

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
    const csv = revenueCsv(await reportRevenue(app, undefined, by), 'UTC')
    t.match(csv, `,Paid,A,${plain},${currency},`)
    t.match(csv, `,Refund,A,-${plain},${currency},`)
  })
}
