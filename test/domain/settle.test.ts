import fc from 'fast-check'
import t from 'tap'
import type { Finding, Payment } from '#src/domain/payment.ts'
import { type Beside, flagsOf, type Held } from '#src/domain/settle.ts'
import { A, aCourse, B, NOW } from '../support/facts.ts'
import { holds } from '../support/property.ts'

/** Everything happens within ten minutes, so that made-up moments meet each other often. */
const LAST = 10
const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000)
const minute = fc.integer({ min: 1, max: LAST - 1 }).map(at)
const product = fc.constantFrom(A.id, B.id)
const OVER = at(LAST)

const held = (sessionId: fc.Arbitrary<string | null>): fc.Arbitrary<Held> =>
  fc.record({ productId: product, since: minute, until: fc.option(minute), sessionId })
const beside: fc.Arbitrary<Beside> = fc.record({
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

const due = (given: { payments: Payment[]; beside: Beside; isIn: boolean }): string => {
  const entitlement = { course: aCourse({ products: [A, B] }), processedAt: given.isIn ? NOW : null }
  return flagsOf({ ...given, entitlement, policy: { disputeTakesAccess: false } })
    .filter(f => f.kind === 'refund_due')
    .map(f => f.sessionId)
    .join()
}

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
