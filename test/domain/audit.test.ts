import t from 'tap'
import { actionTitle, changesOf } from '#src/domain/audit.ts'

t.test('how somebody came to be in is told in words', async t => {
  t.strictSame(changesOf({ before: { source: null }, after: { source: 'migrated' } }, 'America/Chicago'), [
    { field: 'source', before: 'none', after: 'since the same person was in already' },
  ])
})

t.test('the end of a day is shown as that day, and what stayed is left out', async t => {
  const before = { expiresAt: null, products: ['ASL1'], allowsWts: true }
  const after = { expiresAt: '2026-05-16T04:59:59.999Z', products: [], allowsWts: true }
  t.strictSame(changesOf({ before, after }, 'America/Chicago'), [
    { field: 'expires at', before: 'none', after: '05/15/26' },
    { field: 'products', before: 'ASL1', after: 'none' },
  ])
})

t.test('whatever is done has words, and a row of older times says its name', async t => {
  t.equal(actionTitle('invite-registration'), 'Registration link made')
  t.equal(actionTitle('start-copy'), 'Copy of content begun')
  t.equal(actionTitle('sell-bicycle'), 'Sell bicycle')
  t.equal(actionTitle('constructor'), 'Constructor')
})
