import t from 'tap'
import { actionTitle } from '#src/core/rules/audit.ts'
import { changesOf } from '#src/staff/rules/audit-changes.ts'

t.test('shows in words how a person got access', async t => {
  t.strictSame(changesOf({ before: { source: null }, after: { source: 'migrated' } }, 'America/Chicago'), [
    { field: 'How', before: null, after: 'because the same person already had access' },
  ])
})

t.test('shows in words what un-processing and processing changed', async t => {
  const before = { source: 'code', processedAt: '2026-11-22T15:00:00.000Z' }
  t.strictSame(changesOf({ before, after: { voided: ['DEMO-ASL1-0001'] } }, 'America/Chicago'), [
    { field: 'How', before: 'by access code', after: 'none' },
    { field: 'Access since', before: '11/22/26', after: 'none' },
    { field: 'Codes voided', before: null, after: 'DEMO-ASL1-0001' },
  ])
  const after = { source: 'code', restored: ['DEMO-ASL1-0001', 'DEMO-ASL2-0001'] }
  t.strictSame(changesOf({ before: { source: null }, after }, 'America/Chicago'), [
    { field: 'How', before: null, after: 'by access code' },
    { field: 'Codes restored', before: null, after: 'DEMO-ASL1-0001, DEMO-ASL2-0001' },
  ])
})

t.test('shows the end of a day as that day, and leaves out unchanged fields', async t => {
  const before = { expiresAt: null, products: ['ASL1'], allowsWts: true }
  const after = { expiresAt: '2026-05-16T04:59:59.999Z', products: [], allowsWts: true }
  t.strictSame(changesOf({ before, after }, 'America/Chicago'), [
    { field: 'Expires', before: null, after: '05/15/26' },
    { field: 'Products', before: 'ASL1', after: 'none' },
  ])
})

t.test('whatever is done has words, and a row of older times says its name', async t => {
  t.equal(actionTitle('invite-registration'), 'Registration link created')
  t.equal(actionTitle('start-copy'), 'Content copy started')
  t.equal(actionTitle('sell-bicycle'), 'Sell bicycle')
  t.equal(actionTitle('constructor'), 'Constructor')
})
