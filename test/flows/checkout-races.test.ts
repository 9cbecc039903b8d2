import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { colleague } from '../support/facts.ts'
import { makeGate } from '../support/gate.ts'
import { COMPLETED, deliver, isProcessed, openFlags, payAt, pressPay, shop } from '../support/shop.ts'
import { until } from '../support/until.ts'

t.test('two presses at once with different receipt addresses leave one payable checkout', async t => {
  const given = await shop(t, { person: { lis_person_contact_email_primary: '' } })
  const pressed = await Promise.all(
    ['a@school.example', 'b@school.example'].map(receipt_email => pressPay(given, { receipt_email })),
  )
  const open = [...given.stripe.world.sessions.values()].filter(s => s.status === 'open').map(s => s.id)
  t.ok(open.length <= 1, 'never two')
  const again = await pressPay(given, { receipt_email: 'a@school.example' })
  t.equal(again.status, 303)
  for (const id of new Set([...pressed.map(p => p.id), again.id])) if (id) await payAt(given, id)
  await deliver(given, COMPLETED)
  t.ok(await isProcessed(given))
  t.strictSame(await openFlags(given), [], 'nobody paid twice')
})

t.test('when staff process the person while the checkout is created, no payable checkout remains', async t => {
  const given = await shop(t)
  const provider = makeGate()
  const slow = { path: '/v1/checkout/sessions', hold: provider.opened, times: 1 }
  given.stripe.armed.push(slow)
  const pressed = pressPay(given)
  await until('the provider was asked', () => slow.times === 0)
  await setProcessed(given.app, { token: given.token, processed: true }, colleague)
  provider.open()
  t.match((await pressed).location, /^\/lti\/pay/, 'back to their page, which shows that they have access')
  t.strictSame(
    [...given.stripe.world.sessions.values()].filter(s => s.status === 'open'),
    [],
  )
})
