import t from 'tap'
import { actionTitle } from '#src/core/rules/audit.ts'
import { changesOf, codesIn, withShownCodes } from '#src/desk/rules/audit-changes.ts'

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

t.test('masks every code of a line, also of those that were voided or restored', async t => {
  type Line = Parameters<typeof codesIn>[0]
  const line = {
    before: { code: 'AAAA-1111', source: 'code' },
    after: { voided: ['BBBB-2222', 'CCCC-3333'], restored: ['DDDD-4444'] },
    about: null,
  } as unknown as Line
  t.strictSame(codesIn(line), ['AAAA-1111', 'BBBB-2222', 'CCCC-3333', 'DDDD-4444'])
  t.match(
    withShownCodes(line, code => `…${code.slice(-2)}`),
    { before: { code: '…11', source: 'code' }, after: { voided: ['…22', '…33'], restored: ['…44'] } },
  )
})
