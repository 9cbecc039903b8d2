import t from 'tap'
import { tagsOf, textOf } from '../../support/html.ts'
import { buy, COMPLETED, deliver, isProcessed, shop } from '../../support/shop.ts'
import { signedIn } from '../../support/staff.ts'

t.test('a payment is found by the token, given back by product, and closes what it opened', async t => {
  const given = await shop(t, { products: ['A', 'B'] })
  const me = await signedIn(given.app, 'support')
  await buy(given)
  await deliver(given, COMPLETED)
  const url = `/payments?token=${given.token}`
  const page = await me.open(url)
  t.match(textOf(page.body), 'Paid $98.00')
  const [session = ''] = tagsOf(page.body, 'input').flatMap(i => (i.name === 'session_id' ? [i.value ?? ''] : []))
  const [product = ''] = tagsOf(page.body, 'input').flatMap(i => (i.name === 'product_ids' ? [i.value ?? ''] : []))
  const one = await me.post(url, { session_id: session, product_ids: product, reason: 'dropped', intent: 'refund' })
  t.match(textOf(one.body), '$49.00: The money is on its way back.')
  t.notOk(await isProcessed(given))
  const rest = await me.post(url, { session_id: session, intent: 'refund' })
  t.match(textOf(rest.body), 'Gone back $98.00')
  t.match(await me.post(url, { session_id: session, intent: 'refund' }), { status: 409, body: 'has gone back already' })
  t.match(await me.open('/payments?token=e_unknown0000'), { status: 404, body: 'Enrollment nor Membership not found' })
})

t.test('what a person should look at is listed and closed once; a comparison is started', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  t.match(textOf((await me.open('/payments')).body), 'Nothing is odd about any payment.')
  t.match(await me.post('/payments', { id: '1', intent: 'close' }), { status: 404, body: 'Flag not found' })
  t.match(textOf((await me.post('/payments', { intent: 'compare' })).body), 'The comparison has started.')
})
