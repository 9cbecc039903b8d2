import t from 'tap'
import type { FlagKind, Payment } from '#src/domain/payment.ts'
import { flagsOf } from '#src/domain/settle.ts'
import { A, aCourse, aLine, aPayment, aRefund, B, NOW } from '../support/facts.ts'

const two = (over: Partial<Payment> = {}): Payment =>
  aPayment({ total: 9800, lines: [aLine(), aLine({ productId: B.id })], ...over })
const product = (amount: number, failed = false) => aRefund({ amount, failed, productIds: [A.id] })

t.test('what staff should look at', async t => {
  const takes = { disputeTakesAccess: true }
  const flags = (payment: Payment, products = [A, B], processedAt: Date | null = NOW, policy = takes): FlagKind[] => {
    const beside = { codes: [], elsewhere: [] }
    const entitlement = { course: aCourse({ products }), processedAt }
    return flagsOf({ payments: [payment], entitlement, beside, policy }).map(f => f.kind)
  }
  const cases: [name: string, over: Partial<Payment>, kinds: FlagKind[]][] = [
    ['nothing', {}, []],
    ['not what was asked for', { findings: ['wrong_price', 'wrong_mode'] }, ['wrong_price', 'wrong_mode']],
    ['another amount', { status: 'flagged', findings: ['wrong_amount'] }, ['wrong_amount']],
    ['another amount, and all of it went back', { findings: ['wrong_amount'], refunded: 9800 }, []],
    [
      'another amount, and some of it went back',
      { findings: ['wrong_amount'], refunded: 9799 },
      ['wrong_amount', 'partial_refund'],
    ],
    ['late', { findings: ['late'] }, []],
    ['late, and all it is for was given', { findings: ['late', 'gift'] }, ['refund_due']],
    ['late and given, and it went back', { findings: ['late', 'gift'], refunded: 9800 }, []],
    ['late and given, and the dispute was lost', { findings: ['late', 'gift'], disputes: ['lost'] }, ['dispute_lost']],
    ['a part went back for no named product', { refunded: 1 }, ['partial_refund']],
    ['a part of ours without a product', { refunds: [aRefund()] }, ['partial_refund']],
    ['a part for a product', { refunds: [product(4900)], refunded: 4900 }, []],
    ['one unit more than for the product', { refunds: [product(4900)], refunded: 4901 }, ['partial_refund']],
    ['all went back', { refunded: 9800 }, []],
    ['a refund failed', { refunds: [product(4900, true)] }, ['refund_failed']],
    ['one failed, one did not', { refunds: [product(4900), aRefund({ failed: true })] }, ['refund_failed']],
    ['what failed explains nothing', { refunds: [product(1, true)], refunded: 2 }, ['partial_refund', 'refund_failed']],
    ['one failed, and then all went back', { refunds: [product(4900, true), aRefund({ amount: 9800 })] }, []],
    ['a dispute', { disputes: ['open'] }, ['dispute_open']],
    ['it was lost', { disputes: ['lost'] }, ['dispute_lost']],
    ['one was lost, another is open', { disputes: ['lost', 'open'] }, ['dispute_open', 'dispute_lost']],
    ['it was won', { disputes: ['won'] }, []],
    ['all went back, and it was lost as well', { disputes: ['lost'], refunded: 9800 }, ['dispute_lost']],
  ]
  for (const [name, over, kinds] of cases) t.strictSame(flags(two(over)), kinds, name)

  t.strictSame(flags(two(), [A], null), ['products_changed'], 'out, and the course uses one of the two no more')
  t.strictSame(flags(two(), [], null), ['products_changed'], 'nor any')
  t.strictSame(flags(two(), [A, B], null), [], 'out for another reason')
  t.strictSame(flags(two(), [A], NOW), [], 'who is in got in by what the course was')
  t.strictSame(flags(two({ findings: ['stray'] }), [A], NOW), ['products_changed'], 'which it was not any more')
  t.strictSame(flags(two({ findings: ['stray'] }), [A, B], NOW), [], 'and is again')
  t.strictSame(flags(two({ refunds: [aRefund({ amount: 4900, productIds: [B.id] })] }), [A], null), [], 'it went back')
  const disputed = two({ disputes: ['open'] })
  t.strictSame(flags(disputed, [A], null), ['dispute_open'], 'it covers nothing while it is disputed')
  t.strictSame(flags(disputed, [A], null, { disputeTakesAccess: false }), ['products_changed', 'dispute_open'])
})

t.test('each flag stands at its own payment', async t => {
  const payments = [two({ disputes: ['open'] }), aPayment({ sessionId: 'cs_2', refunded: 1, completedAt: null })]
  const given = { course: aCourse({ products: [A, B] }), processedAt: NOW }
  const beside = { codes: [], elsewhere: [] }
  t.strictSame(flagsOf({ payments, entitlement: given, beside, policy: { disputeTakesAccess: false } }), [
    { sessionId: 'cs_1', kind: 'dispute_open' },
    { sessionId: 'cs_2', kind: 'partial_refund' },
  ])
})
