import fc from 'fast-check'
import t from 'tap'
import {
  accessEndElsewhere,
  completionSource,
  coverage,
  coveredElsewhere,
  isBought,
  isBoughtHere,
  isComplete,
  progress,
  restorable,
  sourceByStaff,
} from '#src/access/rules/coverage.ts'
import {
  type Entitlement,
  lastPeriodEnd,
  type OtherRow,
  type Source,
  sourceLabels,
} from '#src/access/rules/entitlement.ts'
import { A, aCourse, aHeldCode, anEntitlement, anOtherRow, B, FREE, FUTURE, NOW, PAST } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

const both = aCourse({ products: [A, B] })
const codeA = aHeldCode()
const codeB = aHeldCode({ couponId: 2, code: 'CODE-B-1', productId: B.id })
const voided = { ...codeA, voidedAt: PAST }
const free = aCourse({ products: [FREE] })

t.test('another row of the same person counts only under these conditions, and gives its end', async t => {
  /** Access ended at NOW, and taken out by staff at NOW. */
  const over = { accessEndsAt: NOW }
  const out = { unprocessedAt: NOW }
  const cases: [name: string, here: Partial<Entitlement>, other: Partial<OtherRow>, counts: boolean][] = [
    ['access there', {}, {}, true],
    ['no access there', {}, { processedAt: null }, false],
    ['no access there, and linked', {}, { processedAt: null, linkedAt: NOW }, false],
    ['taken out here, access there before', out, { processedAt: PAST }, false],
    ['taken out here, access there from that moment', out, { processedAt: NOW }, false],
    ['taken out here, access there since', out, { processedAt: FUTURE }, true],
    ['taken out here, linked since', out, { processedAt: PAST, linkedAt: FUTURE }, true],
    ['taken out here, linked at that moment', out, { processedAt: PAST, linkedAt: NOW }, false],
    ['taken out here, linked before and access there since', out, { processedAt: FUTURE, linkedAt: PAST }, true],
    ['ended here, later end there', over, { accessEndsAt: FUTURE }, true],
    ['ended here, same end there', over, { accessEndsAt: NOW }, false],
    ['ended here, earlier end there', over, { accessEndsAt: PAST }, false],
    ['ended here, no end there', over, { accessEndsAt: null }, true],
    ['ended here, no longer access there', over, { processedAt: null, accessEndsAt: FUTURE }, false],
    [
      'ended and taken out here, later end there',
      { ...over, ...out },
      { processedAt: PAST, accessEndsAt: FUTURE },
      true,
    ],
    ['access here with an end, earlier end there', { ...over, processedAt: PAST }, { accessEndsAt: PAST }, true],
  ]
  for (const [name, here, other, counts] of cases) {
    const row = anEntitlement({ ...here, others: [anOtherRow(other)] })
    t.strictSame(coveredElsewhere(row), counts ? [A.id] : [], name)
    t.equal(accessEndElsewhere(row), counts ? (other.accessEndsAt ?? null) : null, name)
  }
  const ends = (...all: (Date | null)[]) =>
    accessEndElsewhere(anEntitlement({ others: all.map(accessEndsAt => anOtherRow({ accessEndsAt })) }))
  t.equal(ends(NOW, FUTURE, PAST), FUTURE, 'the last of several')
  t.equal(ends(FUTURE, null), FUTURE)
  t.equal(ends(null, PAST), PAST)
  t.equal(ends(), null)
})

t.test('lists the coverage of each product', async t => {
  const grounds = anEntitlement({ course: aCourse({ products: [A, FREE, B] }), codes: [voided, codeB], paid: [A.id] })
  t.strictSame(coverage(grounds), [
    { id: A.id, product: A.name, code: null, paid: true },
    { id: B.id, product: B.name, code: 'CODE-B-1', paid: false },
  ])
  const again = { ...codeA, couponId: 3, code: 'CODE-A-2' }
  const others = [anOtherRow({ productIds: [B.id] })]
  t.strictSame(coverage({ ...grounds, codes: [voided, again, codeA], paid: [], others }), [
    { id: A.id, product: A.name, code: 'CODE-A-2', paid: false },
    { id: B.id, product: B.name, code: null, paid: true },
  ])
})

const ids = fc.subarray([A.id, B.id, FREE.id])
const grounds = fc
  .record({
    products: fc.subarray([A, B, FREE]),
    codes: fc.array(
      fc.record({
        productId: fc.constantFrom(A.id, B.id, FREE.id, 77),
        voidedAt: fc.option(fc.constant(PAST)),
      }),
      { maxLength: 3 },
    ),
    paid: ids,
    elsewhere: ids,
  })
  .map(({ products, codes, paid, elsewhere }) =>
    anEntitlement({
      course: aCourse({ products }),
      codes: codes.map((c, n) => aHeldCode({ ...c, code: `CODE-${n}` })),
      paid,
      others: [anOtherRow({ productIds: elsewhere })],
    }),
  )

holds(t, 'a product is missing unless a code, a card payment or another row covers it', [grounds], given => {
  const { missing, codes, done, total } = progress(given)
  const asked = [A, B].filter(p => given.course.products.includes(p))
  const live = given.codes.filter(c => !c.voidedAt)
  const byCode = asked.filter(p => live.some(c => c.productId === p.id))
  const open = asked.filter(
    p => !(byCode.includes(p) || [...given.paid, ...given.others[0]!.productIds].includes(p.id)),
  )
  return (
    total === asked.length &&
    done === byCode.length &&
    String(missing.map(p => p.id)) === String(open.map(p => p.id)) &&
    String(codes) === String(live.filter(c => asked.some(p => p.id === c.productId)).map(c => c.code))
  )
})

holds(t, 'coverage and missing products agree', [grounds], given => {
  const { missing, done } = progress(given)
  const each = coverage(given)
  return (
    each.filter(c => c.code === null && !c.paid).every(c => missing.some(p => p.id === c.id)) &&
    missing.every(p => each.some(c => c.id === p.id && c.code === null && !c.paid)) &&
    each.filter(c => c.code !== null).length === done
  )
})

t.test('finds rows that are complete but not processed', async t => {
  const has = { course: both, codes: [codeA, codeB] }
  const ended = { expiresAt: PAST }
  const over = { accessEndsAt: PAST }
  const others = [anOtherRow({ productIds: [A.id, B.id] })]
  const cases: [name: string, given: Partial<Entitlement>, complete: boolean][] = [
    ['all by codes', has, true],
    ['all by card', { course: both, paid: [A.id, B.id] }, true],
    ['all by another row', { course: both, others }, true],
    ['one of each', { course: both, codes: [codeA], paid: [B.id] }, true],
    ['one is missing', { course: both, codes: [codeA] }, false],
    ['already processed', { ...has, processedAt: PAST }, false],
    ['the course has no product', { course: aCourse({ products: [] }) }, false],
    ['sign-up is over', { ...has, course: { ...both, ...ended } }, false],
    ['sign-up is over, and access had ended', { ...has, ...over, course: { ...both, ...ended } }, true],
    ['sign-up is over, and another row gives access', { others, course: { ...both, ...ended } }, true],
    [
      'sign-up is over, and the other row has lost access',
      {
        ...has,
        others: [anOtherRow({ processedAt: null })],
        course: { ...both, ...ended },
      },
      false,
    ],
    ['all by codes, taken out before', { ...has, unprocessedAt: PAST }, true],
    ['a free course', { course: free }, true],
    ['a free course, taken out', { course: free, unprocessedAt: PAST }, false],
    ['a free course, taken out, and access ended later', { course: free, unprocessedAt: PAST, ...over }, true],
    ['a free course, access ended', { course: free, ...over }, true],
  ]
  for (const [name, given, complete] of cases) t.equal(isComplete(anEntitlement(given), NOW), complete, name)
})

t.test('finds voided uses to restore when staff process a row', async t => {
  const again = { ...voided, couponId: 3 }
  const restored = (over: Partial<Entitlement>) =>
    restorable(anEntitlement({ course: both, unprocessedAt: PAST, ...over }), NOW).map(c => c.couponId)
  const voidedB = { ...codeB, voidedAt: PAST }
  t.strictSame(restored({ codes: [voidedB, voided] }), [1, 2], 'one for each product, in their order')
  t.strictSame(restored({ codes: [again, voided] }), [3], 'the first of two')
  t.strictSame(restored({ codes: [voided, codeA] }), [], 'not for a product that another code covers')
  t.strictSame(restored({ codes: [voided, voidedB], paid: [A.id] }), [2], 'nor a card payment')
  t.strictSame(restored({ codes: [codeA] }), [])
})

t.test('codes and payments of a period that has ended are never restored', async t => {
  const day = (n: number) => new Date(PAST.getTime() + n * 24 * 60 * 60 * 1000)
  const course = { ...both, accessUntil: day(30) }
  const out = { course, unprocessedAt: day(1) }
  const lent = [{ ...codeA, voidedAt: day(1) }]
  const cases: [name: string, given: Partial<Entitlement>, now: Date, end: Date | null, restored: number][] = [
    ['taken out, and the period still runs', { ...out, codes: lent }, day(29), null, 1],
    ['taken out, and the period is over since', { ...out, codes: lent }, day(30), day(30), 0],
    ['the period ended by its date', { course, accessEndsAt: day(1), codes: lent }, day(2), day(1), 0],
    ['taken out of the period after', { ...out, lastPeriodEndedAt: day(0), codes: lent }, day(2), day(0), 1],
    [
      'taken out of the period after, with a code of the one before',
      { ...out, unprocessedAt: day(3), lastPeriodEndedAt: day(1), codes: lent },
      day(4),
      day(1),
      0,
    ],
    [
      'has access',
      { course, processedAt: day(5), accessEndsAt: day(30), lastPeriodEndedAt: day(1) },
      day(6),
      day(1),
      0,
    ],
    ['never had access', { course }, day(60), null, 0],
  ]
  for (const [name, given, now, end, count] of cases) {
    const row = anEntitlement(given)
    t.strictSame(lastPeriodEnd(row, now), end, name)
    t.equal(restorable(row, now).length, count, name)
  }
})

t.test('determines the source of access', async t => {
  const elsewhere = (...productIds: number[]) => [anOtherRow({ productIds })]
  const cases: [name: string, given: Partial<Entitlement>, complete: Source, staff: Source][] = [
    ['codes', { codes: [codeA, codeB] }, 'code', 'code'],
    ['a card', { paid: [A.id, B.id] }, 'card', 'card'],
    ['a code and a card', { codes: [codeA], paid: [B.id] }, 'card', 'card'],
    ['a card and a code', { codes: [codeB], paid: [A.id] }, 'card', 'card'],
    ['another row', { others: elsewhere(A.id, B.id) }, 'migrated', 'migrated'],
    [
      'another row, and a card for something else',
      { others: elsewhere(A.id, B.id), paid: [77] },
      'migrated',
      'migrated',
    ],
    ['another row, and a card', { others: elsewhere(A.id, B.id), paid: [A.id] }, 'card', 'card'],
    ['another row, and a code', { others: elsewhere(A.id, B.id), codes: [codeA] }, 'code', 'code'],
    ['another row for one, a code for one', { others: elsewhere(A.id), codes: [codeB] }, 'code', 'code'],
    ['a code for one of two', { codes: [codeA] }, 'code', 'staff'],
    ['nothing', {}, 'code', 'staff'],
    ['another row for one', { others: elsewhere(A.id) }, 'code', 'staff'],
    ['a free course', { course: free, paid: [A.id] }, 'free', 'staff'],
  ]
  for (const [name, given, complete, staff] of cases) {
    const row = anEntitlement({ course: both, ...given })
    t.equal(completionSource(row), complete, name)
    t.equal(sourceByStaff(row), staff, `${name}, processed by staff`)
  }
  const sources = Object.keys(sourceLabels) as Source[]
  t.strictSame(
    sources.filter(source => isBought({ source })),
    ['code', 'card', 'migrated'],
  )
  t.strictSame(
    sources.filter(source => isBoughtHere({ source })),
    ['code', 'card'],
  )
  t.strictSame([isBought({ source: null }), isBoughtHere({ source: null })], [false, false])
})
