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
} from '#src/domain/payment.ts'
import { A, aLine, aPayment, aRefund, B, NOW } from '../support/facts.ts'
import { holds } from '../support/property.ts'

const failed = { failed: true }

t.test('how much went back, and whether it was all', async t => {
  const cases: [name: string, over: Partial<Payment>, back: number, all: boolean][] = [
    ['nothing', {}, 0, false],
    ['what the charge says', { refunded: 4899 }, 4899, false],
    ['all, by the charge', { refunded: 4900 }, 4900, true],
    ['what the refunds say', { refunds: [aRefund(), aRefund({ amount: 500 })] }, 1500, false],
    ['all, by the refunds', { refunds: [aRefund(), aRefund({ amount: 3900 })] }, 4900, true],
    ['the charge says more', { refunded: 1001, refunds: [aRefund()] }, 1001, false],
    ['the refunds say more', { refunded: 999, refunds: [aRefund()] }, 1000, false],
    ['a refund failed', { refunds: [aRefund(failed)] }, 0, false],
    ['the charge counts one that failed', { refunded: 4900, refunds: [aRefund(failed)] }, 3900, false],
    ['the charge knows of the failure', { refunded: 0, refunds: [aRefund(failed)] }, 0, false],
    ['one failed, one did not', { refunded: 3000, refunds: [aRefund(failed), aRefund({ amount: 2500 })] }, 2500, false],
    ['less was charged than asked for', { charged: 4000, refunded: 4000 }, 4000, true],
    ['more was charged', { charged: 5000, refunded: 4900 }, 4900, false],
    ['the total is not known', { total: null, refunded: 4900 }, 4900, false],
    ['it cost nothing', { total: 0 }, 0, false],
    ['one unit', { total: 1, refunded: 1 }, 1, true],
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

holds(t, 'what stayed given back is counted whatever the charge has heard by now', [refunds], refunds => {
  const sum = (all: Payment['refunds']) => all.reduce((n, r) => n + r.amount, 0)
  const lasting = sum(refunds.filter(r => !r.failed))
  const heard = [0, lasting, sum(refunds)]
  return heard.every(refunded => refundedAmount({ refunds, refunded }) === lasting)
})

t.test('how a payment stands, as staff read it, and how its end is told to the person', async t => {
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
    ...(['open', 'expired', 'pending', 'failed', 'flagged'] as const).map(
      (status): [Partial<Payment>, string, string] => [{ status, disputes: ['lost', 'open'] }, status, status],
    ),
  ]
  for (const [over, state, end] of cases) {
    t.equal(paymentState(aPayment(over)), state, JSON.stringify(over))
    t.equal(endOf([aPayment({ status: 'failed' }), aPayment(over)]), end, 'of several the newest tells')
  }
  t.equal(endOf([]), null)
})

t.test('why something is not paid for by a checkout that asked for it', async t => {
  const off = aLine({ covers: false })
  const voided = { ...off, voidedAt: NOW }
  const ours = { refunds: [aRefund({ productIds: [A.id] })] }
  const cases: [name: string, over: Partial<Payment>, line: typeof off, why: string | null][] = [
    ['it is', { refunded: 4900, disputes: ['lost'] }, aLine(), null],
    ['never paid', { status: 'open' }, off, 'not paid for'],
    ['all went back', { refunded: 4900 }, voided, 'refunded'],
    ['a part went back', { refunded: 4899 }, off, 'not paid for'],
    ['it went back', ours, voided, 'refunded'],
    [
      'it was to go back and did not',
      { refunds: [aRefund({ productIds: [A.id], failed: true })] },
      off,
      'not paid for',
    ],
    ['the other one went back', { refunds: [aRefund({ productIds: [B.id] })] }, off, 'not paid for'],
    ['it went back, and the dispute was lost', { ...ours, disputes: ['lost'] }, voided, 'refunded'],
    ['the dispute was lost', { disputes: ['lost'] }, voided, 'dispute lost'],
    ['the dispute is open', { disputes: ['open'] }, off, 'not paid for'],
    ['taken out', {}, voided, 'no longer counts'],
  ]
  for (const [name, over, line, why] of cases) t.equal(whyUncovered(aPayment(over), line), why, name)
})

t.test('what waits, so that nobody pays again', async t => {
  const flagged = aPayment({ status: 'flagged', openFlags: ['refund_due', 'wrong_price'] })
  const settled = aPayment({ status: 'flagged', openFlags: ['refund_due'] })
  const pending = aPayment({ status: 'pending' })
  const paid = aPayment({ openFlags: ['wrong_amount'] })
  t.equal(waitsForStaff(flagged), true)
  t.equal(waitsForStaff(settled), false, 'nobody looks at what is wrong any more')
  t.equal(waitsForStaff(paid), false, 'it opened what it was for')
  t.equal(waitingFor([]), null)
  t.equal(waitingFor([paid, settled]), null)
  t.equal(waitingFor([paid, flagged]), 'flagged')
  t.equal(waitingFor([flagged, pending, paid]), 'pending', 'money on its way comes first')
  for (const status of ['open', 'expired', 'failed'] satisfies CheckoutStatus[])
    t.equal(waitingFor([aPayment({ status, openFlags: ['wrong_mode'] })]), null, status)
})

t.test('which flags say that a payment is not what was asked for', async t => {
  const kinds = Object.keys(flagSentences) as (keyof typeof flagSentences)[]
  t.strictSame(kinds.filter(isWrong), ['wrong_price', 'wrong_amount', 'wrong_mode'])
  for (const finding of ['late', 'gift', 'stray'] satisfies Finding[]) t.equal(isWrong(finding), false, finding)
})

t.test('what is odd about a session, against what was asked for', async t => {
  const asked = { amount: 9800, currency: 'usd', livemode: false, priceIds: ['price_a', 'price_b'] }
  const line = (priceId: string, quantity = 1) => ({ priceId, quantity })
  const paid = { subtotal: 9800, currency: 'usd', livemode: false, lines: [line('price_b'), line('price_a')] }
  t.strictSame(findingsOf(asked, paid), [], 'in whatever order its lines come')
  const lines: [name: string, lines: typeof paid.lines][] = [
    ['another price', [line('price_a'), line('price_c')]],
    ['one line less', [line('price_a')]],
    ['one line more', [...paid.lines, line('price_c')]],
    ['the same twice', [...paid.lines, line('price_a')]],
    ['one of them for two', [line('price_a'), line('price_b', 2)]],
    ['none', []],
  ]
  for (const [name, given] of lines) t.strictSame(findingsOf(asked, { ...paid, lines: given }), ['wrong_price'], name)
  const others: [name: string, over: Partial<typeof paid>, findings: Finding[]][] = [
    ['one unit less', { subtotal: 9799 }, ['wrong_amount']],
    ['one unit more', { subtotal: 9801 }, ['wrong_amount']],
    ['another currency', { currency: 'eur' }, ['wrong_amount']],
    ['live', { livemode: true }, ['wrong_mode']],
    ['all of it', { subtotal: 1, livemode: true, lines: [] }, ['wrong_price', 'wrong_amount', 'wrong_mode']],
  ]
  for (const [name, over, findings] of others) t.strictSame(findingsOf(asked, { ...paid, ...over }), findings, name)
  t.strictSame(findingsOf({ ...asked, livemode: true }, paid), ['wrong_mode'], 'test money where live was asked for')
})
