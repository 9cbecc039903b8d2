import fc from 'fast-check'
import t from 'tap'
import type { Finding, Payment } from '#src/domain/payment.ts'
import { flagsOf, type Held, type OtherCoverage } from '#src/domain/settle.ts'
import { A, aCourse, aLine, aPayment, B, FREE, NOW } from '../support/facts.ts'
import { holds } from '../support/property.ts'

/** Everything happens within ten minutes, so that made-up moments meet each other often. */
const LAST = 10
const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000)
const minute = fc.integer({ min: 1, max: LAST - 1 }).map(at)
const product = fc.constantFrom(A.id, B.id)
const OVER = at(LAST)

const held = (sessionId: fc.Arbitrary<string | null>): fc.Arbitrary<Held> =>
  fc.record({ productId: product, since: minute, until: fc.option(minute), sessionId })
const beside: fc.Arbitrary<OtherCoverage> = fc.record({
  codes: fc.array(held(fc.constant(null)), { maxLength: 2 }),
  elsewhere: fc.array(held(fc.constantFrom(null, 'cs_0', 'cs_9')), { maxLength: 2 }),
})
const payment: fc.Arbitrary<Omit<Payment, 'sessionId'>> = fc.record({
  status: fc.constant('paid'),
  total: fc.constant(4900),
  findings: fc.constantFrom<Finding[]>([], ['late'], ['late', 'gift']),
  completedAt: minute,
  lines: fc
    .uniqueArray(product, { minLength: 1 })
    .map(ids => ids.map(productId => ({ productId, amount: 4900, covers: true, voidedAt: null }))),
  charged: fc.constant(null),
  refunded: fc.constantFrom(0, 0, 0, 1000, 4900),
  refunds: fc.constant([]),
  disputes: fc.constantFrom([], [], ['lost']),
  openFlags: fc.constant([]),
})
const payments = fc
  .array(payment, { minLength: 1, maxLength: 3 })
  .map(all => all.map((p, n) => ({ ...p, sessionId: `cs_${n + 1}` })))

const due = (given: { payments: Payment[]; beside: OtherCoverage; isIn: boolean; products?: (typeof A)[] }): string => {
  const { products = [A, B] } = given
  const entitlement = { course: aCourse({ products }), processedAt: given.isIn ? NOW : null }
  return flagsOf({ ...given, entitlement, policy: { disputeTakesAccess: false } })
    .filter(f => f.kind === 'refund_due')
    .map(f => f.sessionId)
    .join()
}

/** Minutes after NOW: a payment for A, the other for B or both; what stands beside them. */
const paid = (id: string, minute: number, over: Partial<Payment> = {}): Payment =>
  aPayment({ sessionId: id, completedAt: at(minute), ...over })
const both = { total: 9800, lines: [aLine(), aLine({ productId: B.id })] }
const onlyB = { lines: [aLine({ productId: B.id })] }
const over = (minute: number) => ({ lines: [aLine({ voidedAt: at(minute) })] })
const stood = (
  since: number,
  until: number | null = null,
  sessionId: string | null = null,
  productId = A.id,
): Held => ({
  productId,
  since: at(since),
  until: until === null ? null : at(until),
  sessionId,
})
const late: Partial<Payment> = { findings: ['late'] }
const MS = 1 / 60_000

t.test('of what was paid twice, the second is due back', async t => {
  const cases: [name: string, payments: Payment[], beside: Partial<OtherCoverage>, due: string][] = [
    ['alone', [paid('cs_1', 5)], {}, ''],
    ['two for the same', [paid('cs_1', 5), paid('cs_2', 6)], {}, 'cs_2'],
    ['in whatever order they are listed', [paid('cs_2', 6), paid('cs_1', 5)], {}, 'cs_2'],
    ['the older one has the greater id', [paid('cs_1', 6), paid('cs_2', 5)], {}, 'cs_1'],
    ['a millisecond apart', [paid('cs_1', 5 + MS), paid('cs_2', 5)], {}, 'cs_1'],
    ['at one moment', [paid('cs_1', 5), paid('cs_2', 5)], {}, 'cs_2'],
    ['three', [paid('cs_1', 5), paid('cs_2', 6), paid('cs_3', 7)], {}, 'cs_2,cs_3'],
    ['for the other', [paid('cs_1', 5), paid('cs_2', 6, onlyB)], {}, ''],
    ['for the other as well', [paid('cs_1', 5), paid('cs_2', 6, both)], {}, 'cs_2'],
    ['for one of both', [paid('cs_1', 5, both), paid('cs_2', 6, onlyB)], {}, 'cs_2'],
    ['the first went back', [paid('cs_1', 5, { refunded: 4900 }), paid('cs_2', 6)], {}, ''],
    ['the first was not what was asked for', [paid('cs_1', 5, { status: 'flagged' }), paid('cs_2', 6)], {}, ''],
    ['its dispute was lost', [paid('cs_1', 5, { disputes: ['lost'] }), paid('cs_2', 6)], {}, ''],
    ['its time was over', [paid('cs_1', 5, over(6)), paid('cs_2', 6)], {}, ''],
    ['its time was over later', [paid('cs_1', 5, over(6 + MS)), paid('cs_2', 6)], {}, 'cs_2'],
    [
      'nobody knows when the second came',
      [paid('cs_1', 5), aPayment({ sessionId: 'cs_2', completedAt: null })],
      {},
      '',
    ],
    ['nobody knows when the first came', [aPayment({ completedAt: null }), paid('cs_2', 6)], {}, ''],
  ]
  for (const [name, payments, beside, sessions] of cases)
    t.equal(due({ payments, beside: { codes: [], elsewhere: [], ...beside }, isIn: true }), sessions, name)
})

t.test('of what was covered by a code, or elsewhere, the payment is due back', async t => {
  const cases: [name: string, payment: Payment, beside: Partial<OtherCoverage>, isDue: boolean][] = [
    ['a code before', paid('cs_1', 5), { codes: [stood(4)] }, true],
    ['a code for the other', paid('cs_1', 5), { codes: [stood(4, null, null, B.id)] }, false],
    ['a code that was taken back then', paid('cs_1', 5), { codes: [stood(4, 5)] }, false],
    ['a code that was taken back a moment later', paid('cs_1', 5), { codes: [stood(4, 5 + MS)] }, true],
    ['a code while it was open', paid('cs_1', 5), { codes: [stood(6)] }, true],
    ['a code before its time was over', paid('cs_1', 5, over(7)), { codes: [stood(7 - MS)] }, true],
    ['a code when its time was over', paid('cs_1', 5, over(7)), { codes: [stood(7)] }, false],
    ['elsewhere before', paid('cs_1', 5), { elsewhere: [stood(5 - MS, null, 'cs_9')] }, true],
    ['elsewhere at one moment, by code', paid('cs_1', 5), { elsewhere: [stood(5)] }, true],
    ['elsewhere at one moment, by the smaller id', paid('cs_1', 5), { elsewhere: [stood(5, null, 'cs_0')] }, true],
    ['elsewhere at one moment, by the greater id', paid('cs_1', 5), { elsewhere: [stood(5, null, 'cs_9')] }, false],
    ['elsewhere later', paid('cs_1', 5), { elsewhere: [stood(5 + MS, null, 'cs_0')] }, false],
    ['elsewhere, over by then', paid('cs_1', 5), { elsewhere: [stood(4, 5, 'cs_9')] }, false],
    ['elsewhere, over a moment later', paid('cs_1', 5), { elsewhere: [stood(4, 5 + MS, 'cs_9')] }, true],
    ['elsewhere for the other', paid('cs_1', 5), { elsewhere: [stood(4, null, 'cs_9', B.id)] }, false],
    [
      'elsewhere for one of both, late',
      paid('cs_1', 5, { ...both, ...late }),
      { elsewhere: [stood(4, null, 'cs_9')] },
      true,
    ],
    ['late, nothing beside', paid('cs_1', 5, late), {}, false],
    ['late, a code for it', paid('cs_1', 5, late), { codes: [stood(4)] }, true],
    ['late for both, a code for one', paid('cs_1', 5, { ...both, ...late }), { codes: [stood(4)] }, false],
    [
      'late for both, codes for both',
      paid('cs_1', 5, { ...both, ...late }),
      { codes: [stood(4), stood(4, null, null, B.id)] },
      true,
    ],
    ['late, and a gift', paid('cs_1', 5, { findings: ['late', 'gift'] }), {}, true],
    ['a gift that was not late', paid('cs_1', 5, { findings: ['gift'] }), {}, false],
    ['not late for both, a code for one', paid('cs_1', 5, both), { codes: [stood(4)] }, true],
  ]
  for (const [name, payment, beside, isDue] of cases) {
    const given = { payments: [payment], beside: { codes: [], elsewhere: [], ...beside }, isIn: true }
    t.equal(due(given), isDue ? 'cs_1' : '', name)
    t.equal(due({ ...given, isIn: false }), isDue ? 'cs_1' : '', `${name}, and out by now`)
  }
  const lateFor = (products: (typeof A)[]) =>
    due({ payments: [paid('cs_1', 5, late)], beside: { codes: [], elsewhere: [] }, isIn: true, products })
  t.equal(lateFor([A, B]), '', 'of two that the course asks for it pays one')
  t.equal(lateFor([B, FREE]), 'cs_1', 'late, for what the course asks no more')
})

/** As the end of the time leaves it: what counted until then counts no more. */
const ended = (all: Held[]) => all.map(h => ({ ...h, until: h.until ?? OVER }))
const closed = (all: Payment[]) => all.map(p => ({ ...p, lines: p.lines.map(l => ({ ...l, voidedAt: OVER })) }))

holds(
  t,
  'what is due back when it comes stays due when the time is over here, elsewhere or in both',
  [payments, beside, fc.boolean(), fc.boolean()],
  (payments, beside, here, there) => {
    const after = {
      payments: here ? closed(payments) : payments,
      beside: {
        codes: here ? ended(beside.codes) : beside.codes,
        elsewhere: there ? ended(beside.elsewhere) : beside.elsewhere,
      },
      isIn: !here,
    }
    return due(after) === due({ payments, beside, isIn: true })
  },
)

holds(
  t,
  'what comes later, also for a new time, makes no payment due',
  [payments, beside, held(fc.constantFrom(null, 'cs_99'))],
  (payments, beside, given) => {
    const later = { ...given, since: OVER, until: null }
    const all = { codes: [...beside.codes, { ...later, sessionId: null }], elsewhere: [...beside.elsewhere, later] }
    const over = { payments: closed(payments), isIn: true }
    return due({ ...over, beside: all }) === due({ ...over, beside })
  },
)

holds(t, 'money that went back is due no more', [payments, beside], (payments, beside) => {
  const back = payments.map(p => ({ ...p, refunded: 4900 }))
  return due({ payments: back, beside, isIn: true }) === ''
})
