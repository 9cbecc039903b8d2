import fc from 'fast-check'
import t from 'tap'
import type { Finding, Payment } from '#src/access/rules/payment.ts'
import { flagsOf, type Held, type OtherCoverage } from '#src/access/rules/settlements.ts'
import { A, aCourse, aLine, aPayment, B, FREE, NOW } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

/** Everything happens within ten minutes, so that generated times often coincide. */
const LAST = 10
const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000)
const minute = fc.integer({ min: 1, max: LAST - 1 }).map(at)
const product = fc.constantFrom(A.id, B.id)
const OVER = at(LAST)

const held = (checkoutId: fc.Arbitrary<number | null>): fc.Arbitrary<Held> =>
  fc.record({ productId: product, since: minute, until: fc.option(minute), checkoutId })
const beside: fc.Arbitrary<OtherCoverage> = fc.record({
  codes: fc.array(held(fc.constant(null)), { maxLength: 2 }),
  elsewhere: fc.array(held(fc.constantFrom(null, 0, 9)), { maxLength: 2 }),
})
const payment: fc.Arbitrary<Omit<Payment, 'checkoutId'>> = fc.record({
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
  mayBePaid: fc.constant(false),
})
const payments = fc
  .array(payment, { minLength: 1, maxLength: 3 })
  .map(all => all.map((p, n) => ({ ...p, checkoutId: n + 1 })))

const due = (given: { payments: Payment[]; beside: OtherCoverage; isIn: boolean; products?: (typeof A)[] }): string => {
  const { products = [A, B] } = given
  const entitlement = { course: aCourse({ products }), processedAt: given.isIn ? NOW : null }
  return flagsOf({ ...given, entitlement, policy: { disputeTakesAccess: false } })
    .filter(f => f.kind === 'refund_due')
    .map(f => f.checkoutId)
    .join()
}

/** Times are minutes after NOW: payments for A, B or both, and coverage by codes or other rows. */
const paid = (checkoutId: number, minute: number, over: Partial<Payment> = {}): Payment =>
  aPayment({ checkoutId, completedAt: at(minute), ...over })
const both = { total: 9800, lines: [aLine(), aLine({ productId: B.id })] }
const onlyB = { lines: [aLine({ productId: B.id })] }
const over = (minute: number) => ({ lines: [aLine({ voidedAt: at(minute) })] })
const stood = (
  since: number,
  until: number | null = null,
  checkoutId: number | null = null,
  productId = A.id,
): Held => ({
  productId,
  since: at(since),
  until: until === null ? null : at(until),
  checkoutId,
})
const late: Partial<Payment> = { findings: ['late'] }
const MS = 1 / 60_000

t.test('of what was paid twice, the second is due back', async t => {
  const cases: [name: string, payments: Payment[], beside: Partial<OtherCoverage>, due: string][] = [
    ['alone', [paid(1, 5)], {}, ''],
    ['two for the same', [paid(1, 5), paid(2, 6)], {}, '2'],
    ['listed in reverse', [paid(2, 6), paid(1, 5)], {}, '2'],
    ['the older one has the greater id', [paid(1, 6), paid(2, 5)], {}, '1'],
    ['a millisecond apart', [paid(1, 5 + MS), paid(2, 5)], {}, '1'],
    ['at the same moment', [paid(1, 5), paid(2, 5)], {}, '2'],
    ['three', [paid(1, 5), paid(2, 6), paid(3, 7)], {}, '2,3'],
    ['for another product', [paid(1, 5), paid(2, 6, onlyB)], {}, ''],
    ['for another product as well', [paid(1, 5), paid(2, 6, both)], {}, '2'],
    ['for one of both', [paid(1, 5, both), paid(2, 6, onlyB)], {}, '2'],
    ['the first was refunded', [paid(1, 5, { refunded: 4900 }), paid(2, 6)], {}, ''],
    ['the first was flagged', [paid(1, 5, { status: 'flagged' }), paid(2, 6)], {}, ''],
    ['the first was lost in a dispute', [paid(1, 5, { disputes: ['lost'] }), paid(2, 6)], {}, ''],
    ['access by the first had ended', [paid(1, 5, over(6)), paid(2, 6)], {}, ''],
    ['access by the first ended a moment later', [paid(1, 5, over(6 + MS)), paid(2, 6)], {}, '2'],
    ['the time of the second is unknown', [paid(1, 5), aPayment({ checkoutId: 2, completedAt: null })], {}, ''],
    ['the time of the first is unknown', [aPayment({ completedAt: null }), paid(2, 6)], {}, ''],
  ]
  for (const [name, payments, beside, sessions] of cases)
    t.equal(due({ payments, beside: { codes: [], elsewhere: [], ...beside }, isIn: true }), sessions, name)
})

t.test('of what was covered by a code, or elsewhere, the payment is due back', async t => {
  const cases: [name: string, payment: Payment, beside: Partial<OtherCoverage>, isDue: boolean][] = [
    ['a code before', paid(1, 5), { codes: [stood(4)] }, true],
    ['a code for another product', paid(1, 5), { codes: [stood(4, null, null, B.id)] }, false],
    ['a code released at that moment', paid(1, 5), { codes: [stood(4, 5)] }, false],
    ['a code released a moment later', paid(1, 5), { codes: [stood(4, 5 + MS)] }, true],
    ['a code while checkout was open', paid(1, 5), { codes: [stood(6)] }, true],
    ['a code before access ended', paid(1, 5, over(7)), { codes: [stood(7 - MS)] }, true],
    ['a code when access ended', paid(1, 5, over(7)), { codes: [stood(7)] }, false],
    ['another row before', paid(1, 5), { elsewhere: [stood(5 - MS, null, 9)] }, true],
    ['another row at the same moment, by code', paid(1, 5), { elsewhere: [stood(5)] }, true],
    ['another row at the same moment, with the smaller id', paid(1, 5), { elsewhere: [stood(5, null, 0)] }, true],
    ['another row at the same moment, with the greater id', paid(1, 5), { elsewhere: [stood(5, null, 9)] }, false],
    ['another row later', paid(1, 5), { elsewhere: [stood(5 + MS, null, 0)] }, false],
    ['another row, ended by then', paid(1, 5), { elsewhere: [stood(4, 5, 9)] }, false],
    ['another row, ended a moment later', paid(1, 5), { elsewhere: [stood(4, 5 + MS, 9)] }, true],
    ['another row for another product', paid(1, 5), { elsewhere: [stood(4, null, 9, B.id)] }, false],
    ['another row for one of both, late', paid(1, 5, { ...both, ...late }), { elsewhere: [stood(4, null, 9)] }, true],
    ['late, nothing else', paid(1, 5, late), {}, false],
    ['late, a code for it', paid(1, 5, late), { codes: [stood(4)] }, true],
    ['late for both, a code for one', paid(1, 5, { ...both, ...late }), { codes: [stood(4)] }, false],
    [
      'late for both, codes for both',
      paid(1, 5, { ...both, ...late }),
      { codes: [stood(4), stood(4, null, null, B.id)] },
      true,
    ],
    ['late, with access given and not bought', paid(1, 5, { findings: ['late', 'gift'] }), {}, true],
    ['access given and not bought, but not late', paid(1, 5, { findings: ['gift'] }), {}, false],
    ['not late for both, a code for one', paid(1, 5, both), { codes: [stood(4)] }, true],
  ]
  for (const [name, payment, beside, isDue] of cases) {
    const given = { payments: [payment], beside: { codes: [], elsewhere: [], ...beside }, isIn: true }
    t.equal(due(given), isDue ? '1' : '', name)
    t.equal(due({ ...given, isIn: false }), isDue ? '1' : '', `${name}, and without access by now`)
  }
  const lateFor = (products: (typeof A)[]) =>
    due({ payments: [paid(1, 5, late)], beside: { codes: [], elsewhere: [] }, isIn: true, products })
  t.equal(lateFor([A, B]), '', 'it covers one of two needed products')
  t.equal(lateFor([B, FREE]), '1', 'late, for a product no longer needed')
})

/** Ends access: coverage without an end now ends at OVER. */
const ended = (all: Held[]) => all.map(h => ({ ...h, until: h.until ?? OVER }))
const closed = (all: Payment[]) => all.map(p => ({ ...p, lines: p.lines.map(l => ({ ...l, voidedAt: OVER })) }))

holds(
  t,
  'a due payment stays due after access ends here, in the other row or in both',
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
  'later coverage, also after a restart, makes no payment due',
  [payments, beside, held(fc.constantFrom(null, 99))],
  (payments, beside, given) => {
    const later = { ...given, since: OVER, until: null }
    const all = { codes: [...beside.codes, { ...later, checkoutId: null }], elsewhere: [...beside.elsewhere, later] }
    const over = { payments: closed(payments), isIn: true }
    return due({ ...over, beside: all }) === due({ ...over, beside })
  },
)

holds(t, 'a refunded payment is no longer due', [payments, beside], (payments, beside) => {
  const back = payments.map(p => ({ ...p, refunded: 4900 }))
  return due({ payments: back, beside, isIn: true }) === ''
})
