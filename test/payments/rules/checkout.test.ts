import t from 'tap'
import { notSetUp } from '#src/payments/rules/checkout.ts'

t.test('without a card provider suggests a code if the school accepts codes', async t => {
  t.match(notSetUp({ acceptsAccessCode: true }), 'Use an access code')
  t.equal(notSetUp({ acceptsAccessCode: false }), 'Card payment is not set up yet. Ask your teacher.')
})
