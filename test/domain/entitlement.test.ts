import fc from 'fast-check'
import t from 'tap'
import { progress, progressSentence } from '#src/domain/coverage.ts'
import {
  accessEnd,
  auditedSourceLabel,
  calledName,
  endedAt,
  hasAgreed,
  isOver,
  payStep,
  sameSubject,
  wasIn,
} from '#src/domain/entitlement.ts'
import { A, aCourse, anEntitlement, aSchool, B, FREE, FUTURE, NOW, PAST } from '../support/facts.ts'
import { holds } from '../support/property.ts'

const held = (couponId: number, productId: number, voidedAt: Date | null = null) => ({
  couponId,
  code: `CODE-${couponId}`,
  productId,
  voidedAt,
})
const counted = (products: (typeof A)[], codes: ReturnType<typeof held>[]) =>
  progress(anEntitlement({ codes, course: aCourse({ products }) }))

t.test('N of M is counted from the codes that are held and the products of now', async t => {
  t.strictSame(counted([A, B], []), { missing: [A, B], codes: [], done: 0, total: 2 })
  t.strictSame(counted([A, B], [held(1, A.id)]), { missing: [B], codes: ['CODE-1'], done: 1, total: 2 })
  t.strictSame(counted([A, B], [held(2, B.id), held(1, A.id)]), {
    missing: [],
    codes: ['CODE-2', 'CODE-1'],
    done: 2,
    total: 2,
  })
  t.hasStrict(counted([A, B], [held(1, A.id, PAST)]), { done: 0, codes: [] }, 'a voided code does not count')
  t.hasStrict(counted([B], [held(1, A.id)]), { done: 0, total: 1, codes: [] }, 'nor one whose product was dropped')
  t.hasStrict(counted([A, FREE], []), { missing: [A], total: 1 }, 'a free product is not asked for')
  t.hasStrict(counted([FREE], []), { missing: [], total: 0, done: 0 })
})

t.test('the sentence of the specification', async t => {
  t.equal(progressSentence(1, 2, ['A-1']), '1 of 2 codes validated: A-1')
  t.equal(progressSentence(2, 3, ['A-1', 'B-1']), '2 of 3 codes validated: A-1, B-1')
})

t.test('properties of progress', async t => {
  const products = fc.subarray([A, B, FREE])
  const codes = fc.array(
    fc.record({
      couponId: fc.integer({ min: 1, max: 9 }),
      code: fc.string(),
      productId: fc.constantFrom(1, 2, 9, 77),
      voidedAt: fc.constantFrom(null, PAST),
    }),
  )
  holds(t, 'done and missing make up the total, never below nothing', [products, codes], (products, codes) => {
    const { done, missing, total } = counted(products, codes)
    return done + missing.length === total && done >= 0 && total <= 2
  })
  holds(t, 'one more code never undoes another', [products, codes, codes], (products, codes, more) => {
    return counted(products, codes).done <= counted(products, [...codes, ...more]).done
  })
})

t.test('the step a pay page opens with', async t => {
  const agreed = { agreedAt: PAST, agreedTerms: 'v1' }
  const cases: [name: string, entitlement: Parameters<typeof payStep>[0], wanted: string | undefined, step: string][] =
    [
      ['no such token', null, undefined, 'not_found'],
      ['no such token, whatever is asked for', null, 'coupons', 'not_found'],
      ['new', anEntitlement(), undefined, 'agree'],
      ['codes before the terms', anEntitlement(), 'coupons', 'agree'],
      ['codes after the terms', anEntitlement(agreed), 'coupons', 'coupons'],
      ['agreed, nothing asked for', anEntitlement(agreed), undefined, 'agree'],
      ['something unknown asked for', anEntitlement(agreed), 'thank_you', 'agree'],
      ['agreed to older terms', anEntitlement({ ...agreed, agreedTerms: 'v0' }), 'coupons', 'agree'],
      ['in', anEntitlement({ processedAt: PAST }), undefined, 'thank_you'],
      ['in, and asks for codes', anEntitlement({ ...agreed, processedAt: PAST }), 'coupons', 'thank_you'],
      ['sign-up over', anEntitlement({ ...agreed, course: aCourse({ expiresAt: PAST }) }), 'coupons', 'agree'],
      [
        'sign-up over, and so was their time',
        anEntitlement({ ...agreed, accessEndsAt: PAST, course: aCourse({ expiresAt: PAST }) }),
        'coupons',
        'coupons',
      ],
      [
        'in, and sign-up over',
        anEntitlement({ processedAt: PAST, course: aCourse({ expiresAt: PAST }) }),
        '',
        'thank_you',
      ],
      ['no product', anEntitlement({ ...agreed, course: aCourse({ products: [] }) }), 'coupons', 'agree'],
      ['no codes', anEntitlement({ ...agreed, school: aSchool({ acceptsAccessCode: false }) }), 'coupons', 'agree'],
    ]
  for (const [name, entitlement, wanted, step] of cases) t.equal(payStep(entitlement, wanted, 'v1', NOW), step, name)
})

t.test('who agreed to the terms as they stand now', async t => {
  t.equal(hasAgreed({ agreedAt: PAST, agreedTerms: 'v1' }, 'v1'), true)
  t.equal(hasAgreed({ agreedAt: PAST, agreedTerms: 'v0' }, 'v1'), false)
  t.equal(hasAgreed({ agreedAt: null, agreedTerms: null }, 'v1'), false)
  t.equal(hasAgreed({ agreedAt: null, agreedTerms: 'v1' }, 'v1'), false)
})

t.test('until when a person is in', async t => {
  const end = (termEndsAt: string | null, now = NOW) =>
    accessEnd({ termEndsAt: termEndsAt ? new Date(termEndsAt) : null }, now).toISOString()
  t.equal(end('2026-12-20T06:00:00Z'), '2026-12-20T06:00:00.000Z', 'the end of the course')
  t.equal(end(null), '2027-05-21T15:00:00.000Z', 'six months where no end is known')
  t.equal(end('2026-11-20T00:00:00Z'), '2027-05-21T15:00:00.000Z', 'six months where the end is past')
  t.equal(end('2030-01-01T00:00:00Z'), '2030-01-01T00:00:00.000Z', 'a far end')
  t.equal(end(NOW.toISOString()), '2027-05-21T15:00:00.000Z', 'an end of this very moment is past')
  t.equal(end(FUTURE.toISOString()), FUTURE.toISOString())
  for (const [now, last] of [
    ['2026-08-31T15:00:00Z', '2027-02-28T15:00:00.000Z'],
    ['2027-08-29T15:00:00Z', '2028-02-29T15:00:00.000Z'],
    ['2026-10-31T15:00:00Z', '2027-04-30T15:00:00.000Z'],
  ] as const)
    t.equal(end(null, new Date(now)), last, 'the last day of a month that has no such day')
  const day = 24 * 60 * 60 * 1000
  const nows = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  holds(t, 'six months are 181 to 184 days, whenever they begin', [nows], now => {
    const days = (accessEnd({ termEndsAt: null }, now).getTime() - now.getTime()) / day
    return days >= 181 && days <= 184
  })
})

t.test('whether the time of a person is over, and was', async t => {
  const cases: [name: string, processedAt: Date | null, accessEndsAt: Date | null, over: boolean, was: boolean][] = [
    ['in, without an end', PAST, null, false, false],
    ['in until a moment later', PAST, FUTURE, false, false],
    ['in until now', PAST, NOW, true, false],
    ['in until a moment before', PAST, PAST, true, false],
    ['not in, and never was', null, null, false, false],
    ['not in, the time was over', null, PAST, false, true],
  ]
  for (const [name, processedAt, accessEndsAt, over, was] of cases) {
    const row = { processedAt, accessEndsAt }
    t.equal(isOver(row, NOW), over, name)
    t.equal(wasIn(row), was, name)
    t.equal(endedAt(row), was ? accessEndsAt : null, name)
  }
})

t.test('which row, and what staff call a person and how they came in', async t => {
  const row = { kind: 'enrollment', id: 1 } as const
  t.equal(sameSubject(row, { kind: 'enrollment', id: 1 }), true)
  t.equal(sameSubject(row, { kind: 'enrollment', id: 2 }), false)
  t.equal(sameSubject(row, { kind: 'membership', id: 1 }), false)
  t.equal(calledName({ name: 'Ana', email: 'ana@school.example' }), 'Ana')
  t.equal(calledName({ name: null, email: 'ana@school.example' }), 'ana@school.example')
  t.equal(calledName({ name: null, email: null }), 'A person without a name')
  t.equal(auditedSourceLabel('card'), 'by card')
  for (const other of ['toString', '', null, 7]) t.equal(auditedSourceLabel(other), null, String(other))
})
