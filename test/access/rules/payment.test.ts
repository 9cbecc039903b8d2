import fc from 'fast-check'
import t from 'tap'
import {
  type CheckoutStatus,
  endOf,
  type Finding,
  findingsOf,
  flagSentences,
  isRefunded,
  isWrong,
  type Payment,
  paymentState,
  refundedAmount,
  waitingFor,
  waitsForStaff,
  whyUncovered,
} from '#src/access/rules/payment.ts'
import { A, aLine, aPayment, aRefund, B, NOW } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

const failed = { failed: true }

t.test('calculates the refunded amount, and whether it is all', async t => {
  const cases: [name: string, over: Partial<Payment>, back: number, all: boolean][] = [
    ['nothing', {}, 0, false],
    ['as the charge says', { refunded: 4899 }, 4899, false],
    ['all, by the charge', { refunded: 4900 }, 4900, true],
    ['as the refunds say', { refunds: [aRefund(), aRefund({ amount: 500 })] }, 1500, false],
    ['all, by the refunds', { refunds: [aRefund(), aRefund({ amount: 3900 })] }, 4900, true],
    ['the charge says more', { refunded: 1001, refunds: [aRefund()] }, 1001, false],
    ['the refunds say more', { refunded: 999, refunds: [aRefund()] }, 1000, false],
    ['a refund failed', { refunds: [aRefund(failed)] }, 0, false],
    ['the charge counts a failed one', { refunded: 4900, refunds: [aRefund(failed)] }, 3900, false],
    ['the charge knows of the failure', { refunded: 0, refunds: [aRefund(failed)] }, 0, false],
    ['one failed, one did not', { refunded: 3000, refunds: [aRefund(failed), aRefund({ amount: 2500 })] }, 2500, false],
    ['less was charged than asked for', { charged: 4000, refunded: 4000 }, 4000, true],
    ['more was charged', { charged: 5000, refunded: 4900 }, 4900, false],
    ['the total is not known', { total: null, refunded: 4900 }, 4900, false],
    ['it cost nothing', { total: 0 }, 0, false],
    ['one cent', { total: 1, refunded: 1 }, 1, true],
  ]
  for (const [name, over, back, all] of cases) {
    t.equal(refundedAmount(aPayment(over)), back, name)
    t.equal(isRefunded(aPayment(over)), all, name)
  }
})

const amounts = fc.integer({ min: 0, max: 3 })
const refunds = fc.array(fc.record({ amount: amounts, failed: fc.boolean(), productIds: fc.constant<number[]>([]) }), {
  maxLength: 3,
})

holds(t, 'counts lasting refunds, whatever the charge has recorded so far', [refunds], refunds => {
  const sum = (all: Payment['refunds']) => all.reduce((n, r) => n + r.amount, 0)
  const lasting = sum(refunds.filter(r => !r.failed))
  const heard = [0, lasting, sum(refunds)]
  return heard.every(refunded => refundedAmount({ refunds, refunded }) === lasting)
})

t.test('names the state of a payment for staff, and its outcome for the person', async t => {
  const part = { refunded: 1 }
  const cases: [over: Partial<Payment>, state: string, end: string][] = [
    [{}, 'paid', 'paid'],
    [part, 'partly refunded', 'refunded'],
    [{ refunded: 4900 }, 'refunded', 'refunded'],
    [{ status: 'flagged', refunded: 4900 }, 'refunded', 'refunded'],
    [{ status: 'flagged', ...part }, 'flagged', 'refunded'],
    [{ disputes: ['open'] }, 'disputed', 'paid'],
    [{ disputes: ['open'], ...part }, 'disputed', 'refunded'],
    [{ disputes: ['open', 'lost'] }, 'dispute lost', 'paid'],
    [{ disputes: ['won'] }, 'paid', 'paid'],
    [{ disputes: ['lost'], refunded: 4900 }, 'refunded', 'refunded'],
    ...(['open', 'expired', 'pending', 'flagged'] as const).map((status): [Partial<Payment>, string, string] => [
      { status, disputes: ['lost', 'open'] },
      status,
      status,
    ]),
    [{ status: 'failed', disputes: ['lost', 'open'] }, 'refused by the bank', 'failed'],
  ]
  for (const [over, state, end] of cases) {
    t.equal(paymentState(aPayment(over)), state, JSON.stringify(over))
    t.equal(endOf([aPayment({ status: 'failed' }), aPayment(over)]), end, 'the newest of several decides')
  }
  t.equal(endOf([]), null)
})

t.test('explains why a line does not cover its product', async t => {
  const off = aLine({ covers: false })
  const voided = { ...off, voidedAt: NOW }
  const ours = { refunds: [aRefund({ productIds: [A.id] })] }
  const cases: [name: string, over: Partial<Payment>, line: typeof off, why: string | null][] = [
    ['it covers it', { refunded: 4900, disputes: ['lost'] }, aLine(), null],
    ['never paid', { status: 'open' }, off, 'not paid for'],
    ['fully refunded', { refunded: 4900 }, voided, 'refunded'],
    ['partly refunded', { refunded: 4899 }, off, 'not paid for'],
    ['it was refunded', ours, voided, 'refunded'],
    ['its refund failed', { refunds: [aRefund({ productIds: [A.id], failed: true })] }, off, 'not paid for'],
    ['the other product was refunded', { refunds: [aRefund({ productIds: [B.id] })] }, off, 'not paid for'],
    ['refunded, and the dispute lost', { ...ours, disputes: ['lost'] }, voided, 'refunded'],
    ['the dispute was lost', { disputes: ['lost'] }, voided, 'dispute lost'],
    ['the dispute is open', { disputes: ['open'] }, off, 'not paid for'],
    ['taken out', {}, voided, 'no longer counts'],
  ]
  for (const [name, over, line, why] of cases) t.equal(whyUncovered(aPayment(over), line), why, name)
})

t.test('a pending or flagged payment blocks another one', async t => {
  const flagged = aPayment({ status: 'flagged', openFlags: ['refund_due', 'wrong_price'] })
  const settled = aPayment({ status: 'flagged', openFlags: ['refund_due'] })
  const pending = aPayment({ status: 'pending' })
  const paid = aPayment({ openFlags: ['wrong_amount'] })
  t.equal(waitsForStaff(flagged), true)
  t.equal(waitsForStaff(settled), false, 'its flag was closed')
  t.equal(waitsForStaff(paid), false, 'it covers its products')
  t.equal(waitingFor([]), null)
  t.equal(waitingFor([paid, settled]), null)
  t.equal(waitingFor([paid, flagged]), 'flagged')
  t.equal(waitingFor([flagged, pending, paid]), 'pending', 'pending money comes first')
  for (const status of ['open', 'expired', 'failed'] satisfies CheckoutStatus[])
    t.equal(waitingFor([aPayment({ status, openFlags: ['wrong_mode'] })]), null, status)
})

t.test('names the flags for a wrong price, amount or mode', async t => {
  const kinds = Object.keys(flagSentences) as (keyof typeof flagSentences)[]
  t.strictSame(kinds.filter(isWrong), ['wrong_price', 'wrong_amount', 'wrong_mode'])
  for (const finding of ['late', 'gift', 'stray'] satisfies Finding[]) t.equal(isWrong(finding), false, finding)
})

t.test('compares a session with the expected order', async t => {
  const asked = { amount: 9800, currency: 'usd', livemode: false, priceIds: ['price_a', 'price_b'] }
  const line = (priceId: string, quantity = 1) => ({ priceId, quantity })
  const paid = { subtotal: 9800, currency: 'usd', livemode: false, lines: [line('price_b'), line('price_a')] }
  t.strictSame(findingsOf(asked, paid), [], 'in any order of lines')
  const lines: [name: string, lines: typeof paid.lines][] = [
    ['wrong price', [line('price_a'), line('price_c')]],
    ['a line missing', [line('price_a')]],
    ['a line too many', [...paid.lines, line('price_c')]],
    ['the same line twice', [...paid.lines, line('price_a')]],
    ['a line with quantity two', [line('price_a'), line('price_b', 2)]],
    ['none', []],
  ]
  for (const [name, given] of lines) t.strictSame(findingsOf(asked, { ...paid, lines: given }), ['wrong_price'], name)
  const others: [name: string, over: Partial<typeof paid>, findings: Finding[]][] = [
    ['a cent too little', { subtotal: 9799 }, ['wrong_amount']],
    ['a cent too much', { subtotal: 9801 }, ['wrong_amount']],
    ['wrong currency', { currency: 'eur' }, ['wrong_amount']],
    ['live', { livemode: true }, ['wrong_mode']],
    ['all at once', { subtotal: 1, livemode: true, lines: [] }, ['wrong_price', 'wrong_amount', 'wrong_mode']],
  ]
  for (const [name, over, findings] of others) t.strictSame(findingsOf(asked, { ...paid, ...over }), findings, name)
  t.strictSame(findingsOf({ ...asked, livemode: true }, paid), ['wrong_mode'], 'test money instead of live')
})
