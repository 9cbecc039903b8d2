import fc from 'fast-check'
import t from 'tap'
import type { CheckoutStatus, DisputeState, Payment } from '#src/access/rules/payment.ts'
import { heldBy, losesAccess, settle } from '#src/access/rules/settlements.ts'
import {
  A,
  aCourse,
  aHeldCode,
  aLine,
  anEntitlement,
  anOtherRow,
  aPayment,
  aRefund,
  B,
  FREE,
  FUTURE,
  NOW,
  PAST,
} from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

const keeps = { disputeTakesAccess: false }
const takes = { disputeTakesAccess: true }
const two = (over: Partial<Payment> = {}): Payment =>
  aPayment({ total: 9800, lines: [aLine(), aLine({ productId: B.id })], ...over })
const backA = aRefund({ amount: 4900, productIds: [A.id] })

t.test('determines what a payment covers', async t => {
  const cases: [name: string, payment: Payment, covers: number[], policy?: typeof keeps][] = [
    ['it was paid', two(), [A.id, B.id]],
    ['its lines did not cover before', two({ lines: [aLine({ covers: false })] }), [A.id]],
    ['partly refunded', two({ refunded: 9799 }), [A.id, B.id]],
    ['fully refunded', two({ refunded: 9800 }), []],
    ['one product refunded', two({ refunds: [backA] }), [B.id]],
    ['its refund failed', two({ refunds: [{ ...backA, failed: true }] }), [A.id, B.id]],
    ['an open dispute', two({ disputes: ['open'] }), [A.id, B.id]],
    ['an open dispute that takes access', two({ disputes: ['open'] }), [], takes],
    ['a lost dispute', two({ disputes: ['lost'] }), []],
    ['a lost dispute where open ones take access', two({ disputes: ['lost'] }), [], takes],
    ['one lost, one won', two({ disputes: ['won', 'lost'] }), []],
    ['a won dispute', two({ disputes: ['won'] }), [A.id, B.id], takes],
    ['one line was voided', two({ lines: [aLine({ voidedAt: NOW }), aLine({ productId: B.id })] }), [B.id]],
    ...(['open', 'expired', 'pending', 'failed', 'flagged'] as const).map((status): (typeof cases)[number] => [
      status,
      two({ status }),
      [],
    ]),
  ]
  for (const [name, payment, covers, policy = keeps] of cases)
    t.strictSame(settle([payment], { codes: [] }, policy).paid, covers, name)
})

t.test('lists changed lines and lost products', async t => {
  const change = (checkoutId: number, productId: number, covers: boolean) => ({ checkoutId, productId, covers })
  const gone = two({ refunded: 9800 })
  t.strictSame(settle([gone], { codes: [] }, keeps), {
    lines: [change(1, A.id, false), change(1, B.id, false)],
    paid: [],
    lost: [A.id, B.id],
  })
  const second = aPayment({ checkoutId: 2, lines: [aLine({ covers: false })] })
  t.strictSame(
    settle([gone, second], { codes: [aHeldCode({ productId: B.id })] }, keeps),
    {
      lines: [change(1, A.id, false), change(1, B.id, false), change(2, A.id, true)],
      paid: [A.id],
      lost: [],
    },
    'another payment covers one, a code the other',
  )
  const voided = { codes: [aHeldCode({ voidedAt: PAST })] }
  t.strictSame(settle([gone], voided, keeps).lost, [A.id, B.id], 'a voided code covers nothing')
  const twice = [gone, aPayment({ checkoutId: 2, refunded: 4900 })]
  t.strictSame(settle(twice, { codes: [] }, keeps).lost, [A.id, B.id], 'a product lost by two payments is listed once')
  t.strictSame(settle([two({ status: 'open', lines: [aLine({ covers: false })] })], { codes: [] }, keeps), {
    lines: [],
    paid: [],
    lost: [],
  })
})

/** Few products and small amounts, so that generated refunds are often full and lines often match. */
const product = fc.constantFrom(1, 2, 3)
const amount = fc.integer({ min: 0, max: 3 })
const voidedAt = fc.option(fc.constant(PAST), { freq: 4 })
const payments = fc
  .array(
    fc.record({
      status: fc.constantFrom<CheckoutStatus>(
        'paid',
        'paid',
        'paid',
        'flagged',
        'pending',
        'open',
        'expired',
        'failed',
      ),
      total: fc.option(amount, { freq: 9 }),
      charged: fc.option(amount),
      refunded: amount,
      refunds: fc.array(
        fc.record({ amount, failed: fc.boolean(), productIds: fc.subarray([1, 2, 3], { maxLength: 2 }) }),
        { maxLength: 2 },
      ),
      disputes: fc.subarray<DisputeState>(['open', 'won', 'lost'], { maxLength: 1 }),
      lines: fc
        .uniqueArray(fc.record({ productId: product, covers: fc.boolean(), voidedAt }), { selector: l => l.productId })
        .map(lines => lines.map(l => aLine(l))),
    }),
    { maxLength: 3 },
  )
  .map(all => all.map((over, n) => aPayment({ ...over, checkoutId: n + 1 })))
const codes = fc.array(
  fc.record({ productId: product, voidedAt }).map(over => aHeldCode(over)),
  { maxLength: 2 },
)

/** Reference implementation for one product of one payment. */
const covers = (p: Payment, productId: number, disputeTakesAccess: boolean): boolean => {
  const back = { lasting: 0, failed: 0 }
  for (const r of p.refunds) back[r.failed ? 'failed' : 'lasting'] += r.amount
  const price = p.charged === null ? p.total : p.charged
  if (price && Math.max(p.refunded - back.failed, back.lasting) === price) return false
  for (const d of p.disputes) if (d === 'lost' || (d === 'open' && disputeTakesAccess)) return false
  for (const r of p.refunds) if (!r.failed && r.productIds.includes(productId)) return false
  return p.status === 'paid' && p.lines.some(l => l.productId === productId && l.voidedAt === null)
}

holds(
  t,
  'agrees with the reference for each product',
  [payments, codes, fc.boolean()],
  (payments, codes, disputeTakesAccess) => {
    const { lines, paid, lost } = settle(payments, { codes }, { disputeTakesAccess })
    const changes = payments.flatMap(p =>
      p.lines
        .map(l => ({
          checkoutId: p.checkoutId,
          productId: l.productId,
          covers: covers(p, l.productId, disputeTakesAccess),
        }))
        .filter((now, i) => now.covers !== p.lines[i]?.covers),
    )
    const isPaid = (id: number) => payments.some(p => covers(p, id, disputeTakesAccess))
    const isHeld = (id: number) => codes.some(c => c.productId === id && c.voidedAt === null)
    const isLost = (id: number) => changes.some(c => c.productId === id && !c.covers) && !isPaid(id) && !isHeld(id)
    return (
      JSON.stringify(lines) === JSON.stringify(changes) &&
      [1, 2, 3].every(id => paid.includes(id) === isPaid(id) && lost.includes(id) === isLost(id)) &&
      new Set(paid).size === paid.length &&
      new Set(lost).size === lost.length
    )
  },
)

holds(t, 'settling twice changes nothing', [payments, codes], (payments, codes) => {
  const { lines, paid } = settle(payments, { codes }, keeps)
  const saved = payments.map(p => ({
    ...p,
    lines: p.lines.map(l => ({
      ...l,
      covers: lines.find(c => c.checkoutId === p.checkoutId && c.productId === l.productId)?.covers ?? l.covers,
    })),
  }))
  const again = settle(saved, { codes }, keeps)
  return again.lines.length === 0 && again.lost.length === 0 && String(again.paid) === String(paid)
})

t.test('takes access away when a needed product is no longer paid for', async t => {
  const both = aCourse({ products: [A, B] })
  const inside = anEntitlement({ processedAt: NOW, source: 'card', course: both })
  const lostB = { paid: [A.id], lost: [B.id] }
  const cases: [name: string, entitlement: typeof inside, settled: typeof lostB, out: boolean][] = [
    ['by card', inside, lostB, true],
    ['by code', { ...inside, source: 'code' }, lostB, true],
    ['processed by staff', { ...inside, source: 'staff' }, lostB, false],
    ['access by another row', { ...inside, source: 'migrated' }, lostB, false],
    ['no access', { ...inside, processedAt: null }, lostB, false],
    ['nothing was lost', inside, { paid: [A.id], lost: [] }, false],
    ['a code covers it', { ...inside, codes: [aHeldCode({ productId: B.id })] }, lostB, false],
    ['another row covers it', { ...inside, others: [anOtherRow({ productIds: [B.id] })] }, lostB, false],
    ['with the earlier payments still listed', { ...inside, paid: [A.id, B.id] }, lostB, true],
    ['another payment covers it', inside, { paid: [A.id, B.id], lost: [B.id] }, false],
    ['the course dropped it', { ...inside, course: aCourse() }, lostB, false],
    ['the course is free by now', { ...inside, course: aCourse({ products: [FREE] }) }, lostB, false],
    ['the course has no product by now', { ...inside, course: aCourse({ products: [] }) }, lostB, true],
  ]
  for (const [name, entitlement, settled, out] of cases) t.equal(losesAccess(entitlement, settled), out, name)
})

t.test('lists how long payments covered their products', async t => {
  const lines = [aLine({ voidedAt: PAST }), aLine({ productId: B.id })]
  const held = (over: Partial<Payment>, until: Date | null = null) => heldBy([two({ lines, ...over })], until, keeps)
  t.strictSame(held({}, FUTURE), [
    { productId: A.id, since: NOW, until: PAST, checkoutId: 1 },
    { productId: B.id, since: NOW, until: FUTURE, checkoutId: 1 },
  ])
  t.match(held({}), [{ until: PAST }, { until: null }])
  t.strictSame(held({ completedAt: null }), [])
  t.strictSame(held({ refunded: 9800 }), [], 'a refunded payment covers nothing, also in the past')
  t.match(held({ refunds: [backA] }), [{ productId: B.id }])
})
