import t from 'tap'
import type { FlagKind, Payment } from '#src/access/rules/payment.ts'
import { flagsOf } from '#src/access/rules/settlements.ts'
import { A, aCourse, aLine, aPayment, aRefund, B, NOW } from '../../support/facts.ts'

const two = (over: Partial<Payment> = {}): Payment =>
  aPayment({ total: 9800, lines: [aLine(), aLine({ productId: B.id })], ...over })
const product = (amount: number, failed = false) => aRefund({ amount, failed, productIds: [A.id] })

t.test('flags payments that need attention', async t => {
  const takes = { disputeTakesAccess: true }
  const flags = (payment: Payment, products = [A, B], processedAt: Date | null = NOW, policy = takes): FlagKind[] => {
    const beside = { codes: [], elsewhere: [] }
    const entitlement = { course: aCourse({ products }), processedAt }
    return flagsOf({ payments: [payment], entitlement, beside, policy }).map(f => f.kind)
  }
  const cases: [name: string, over: Partial<Payment>, kinds: FlagKind[]][] = [
    ['nothing', {}, []],
    ['wrong price and mode', { findings: ['wrong_price', 'wrong_mode'] }, ['wrong_price', 'wrong_mode']],
    ['wrong amount', { status: 'flagged', findings: ['wrong_amount'] }, ['wrong_amount']],
    ['wrong amount, fully refunded', { findings: ['wrong_amount'], refunded: 9800 }, []],
    [
      'wrong amount, partly refunded',
      { findings: ['wrong_amount'], refunded: 9799 },
      ['wrong_amount', 'partial_refund'],
    ],
    ['late', { findings: ['late'] }, []],
    ['late, and access had been given without a purchase', { findings: ['late', 'gift'] }, ['refund_due']],
    ['late, access given, and refunded', { findings: ['late', 'gift'], refunded: 9800 }, []],
    [
      'late, access given, and the dispute was lost',
      { findings: ['late', 'gift'], disputes: ['lost'] },
      ['dispute_lost'],
    ],
    ['a partial refund without a product', { refunded: 1 }, ['partial_refund']],
    ['our own partial refund without a product', { refunds: [aRefund()] }, ['partial_refund']],
    ['a refund of a product', { refunds: [product(4900)], refunded: 4900 }, []],
    ['a cent more than the product', { refunds: [product(4900)], refunded: 4901 }, ['partial_refund']],
    ['refunded more than was paid', { refunded: 2 ** 31 - 1 }, ['impossible_refund']],
    ['a refund of more than was paid', { refunds: [aRefund({ amount: 9801 })] }, ['impossible_refund']],
    ['fully refunded', { refunded: 9800 }, []],
    ['a refund failed', { refunds: [product(4900, true)] }, ['refund_failed']],
    ['one failed, one did not', { refunds: [product(4900), aRefund({ failed: true })] }, ['refund_failed']],
    [
      'a failed refund explains nothing',
      { refunds: [product(1, true)], refunded: 2 },
      ['partial_refund', 'refund_failed'],
    ],
    ['one failed, then fully refunded', { refunds: [product(4900, true), aRefund({ amount: 9800 })] }, []],
    ['an open dispute', { disputes: ['open'] }, ['dispute_open']],
    ['a lost dispute', { disputes: ['lost'] }, ['dispute_lost']],
    ['one lost, another open', { disputes: ['lost', 'open'] }, ['dispute_open', 'dispute_lost']],
    ['a won dispute', { disputes: ['won'] }, []],
    ['fully refunded, and a dispute lost as well', { disputes: ['lost'], refunded: 9800 }, ['dispute_lost']],
  ]
  for (const [name, over, kinds] of cases) t.strictSame(flags(two(over)), kinds, name)

  t.strictSame(flags(two(), [A], null), ['products_changed'], 'no access, and the course dropped one of the two')
  t.strictSame(flags(two(), [], null), ['products_changed'], 'or both')
  t.strictSame(flags(two(), [A, B], null), [], 'no access for another reason')
  t.strictSame(flags(two(), [A], NOW), [], "a person with access got it by the course's earlier products")
  t.strictSame(
    flags(two({ findings: ['stray'] }), [A], NOW),
    ['products_changed'],
    'and those products had changed before',
  )
  t.strictSame(flags(two({ findings: ['stray'] }), [A, B], NOW), [], 'and has again')
  t.strictSame(
    flags(two({ refunds: [aRefund({ amount: 4900, productIds: [B.id] })] }), [A], null),
    [],
    'it was refunded',
  )
  const disputed = two({ disputes: ['open'] })
  t.strictSame(flags(disputed, [A], null), ['dispute_open'], 'a disputed payment covers nothing')
  t.strictSame(flags(disputed, [A], null, { disputeTakesAccess: false }), ['products_changed', 'dispute_open'])
})

t.test('each flag belongs to its own payment', async t => {
  const payments = [two({ disputes: ['open'] }), aPayment({ checkoutId: 2, refunded: 1, completedAt: null })]
  const given = { course: aCourse({ products: [A, B] }), processedAt: NOW }
  const beside = { codes: [], elsewhere: [] }
  t.strictSame(flagsOf({ payments, entitlement: given, beside, policy: { disputeTakesAccess: false } }), [
    { checkoutId: 1, kind: 'dispute_open' },
    { checkoutId: 2, kind: 'partial_refund' },
  ])
})
