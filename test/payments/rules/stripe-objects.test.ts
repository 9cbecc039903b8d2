import t from 'tap'
import { CardProviderError } from '#src/payments/rules/card-provider.ts'
import { toEvent, toPrice, toSession } from '#src/payments/stripe/objects.ts'

/** Passes what a function does not expect. */
const odd = <Given, Read>(read: (given: Given) => Read, given: unknown): Read => read(given as Given)

t.test('an object of unknown shape is an outage, and never an error of ours', async t => {
  const session = { id: 'cs_1', expires_at: 1_800_000_000 }
  for (const over of [{ line_items: { data: 'x' } }, { line_items: { data: [null] } }, { expires_at: '1800000000' }])
    t.throws(() => odd(toSession, { ...session, ...over }), CardProviderError, JSON.stringify(over))
  for (const over of [{}, { line_items: null, metadata: null }, { line_items: { data: null }, status: 'new' }])
    t.hasStrict(odd(toSession, { ...session, ...over }), { status: 'open', paid: false, lines: [], total: 0 })
  t.hasStrict(odd(toPrice, { id: 'p', unit_amount: null }), { amount: 0, currency: '' })
})

t.test('an event of unknown shape concerns us not, and is no bad signature', async t => {
  const event = { id: 'evt_1', type: 'charge.updated', created: 1_800_000_000, livemode: false }
  for (const over of [{}, { data: null }, { data: {} }, { data: { object: null } }, { data: { object: 'x' } }])
    t.hasStrict(odd(toEvent, { ...event, ...over }), { about: { kind: 'other' } }, JSON.stringify(over))
  const read = odd(toEvent, { id: 7, type: null, created: 'soon', data: { object: [] } })
  t.hasStrict(read, { id: '7', at: new Date(0), about: { kind: 'other' } })
})
