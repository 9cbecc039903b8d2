import fc from 'fast-check'
import t from 'tap'
import { progress } from '#src/access/rules/coverage.ts'
import {
  auditedSourceLabel,
  calledName,
  endedAt,
  hadAccess,
  hasAccessExpired,
  hasAgreed,
  payStep,
} from '#src/access/rules/entitlement.ts'
import pay from '#src/texts/en/pages/pay.ts'
import { A, aCourse, anEntitlement, aSchool, B, FREE, FUTURE, NOW, PAST } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

const held = (couponId: number, productId: number, voidedAt: Date | null = null) => ({
  couponId,
  code: `CODE-${couponId}`,
  productId,
  hasUsesLeft: false,
  voidedAt,
})
const counted = (products: (typeof A)[], codes: ReturnType<typeof held>[]) =>
  progress(anEntitlement({ codes, course: aCourse({ products }) }))

t.test('counts progress from held codes and current products', async t => {
  t.strictSame(counted([A, B], []), { missing: [A, B], codes: [], done: 0, total: 2 })
  t.strictSame(counted([A, B], [held(1, A.id)]), { missing: [B], codes: ['CODE-1'], done: 1, total: 2 })
  t.strictSame(counted([A, B], [held(2, B.id), held(1, A.id)]), {
    missing: [],
    codes: ['CODE-2', 'CODE-1'],
    done: 2,
    total: 2,
  })
  t.hasStrict(counted([A, B], [held(1, A.id, PAST)]), { done: 0, codes: [] }, 'a voided code does not count')
  t.hasStrict(counted([B], [held(1, A.id)]), { done: 0, total: 1, codes: [] }, 'nor one of a dropped product')
  t.hasStrict(counted([A, FREE], []), { missing: [A], total: 1 }, 'a free product is not needed')
  t.hasStrict(counted([FREE], []), { missing: [], total: 0, done: 0 })
})

t.test('builds the progress sentence', async t => {
  t.equal(pay.progress(1, 2), '1 of 2 codes validated: ')
})

t.test('properties of progress', async t => {
  const products = fc.subarray([A, B, FREE])
  const codes = fc.array(
    fc.record({
      couponId: fc.integer({ min: 1, max: 9 }),
      code: fc.string(),
      productId: fc.constantFrom(1, 2, 9, 77),
      hasUsesLeft: fc.boolean(),
      voidedAt: fc.constantFrom(null, PAST),
    }),
  )
  holds(t, 'done and missing add up to the total', [products, codes], (products, codes) => {
    const { done, missing, total } = counted(products, codes)
    return done + missing.length === total && done >= 0 && total <= 2
  })
  holds(t, 'another code never lowers progress', [products, codes, codes], (products, codes, more) => {
    return counted(products, codes).done <= counted(products, [...codes, ...more]).done
  })
})

t.test('chooses the first step of the payment page', async t => {
  const agreed = { agreedAt: PAST, agreedTerms: 'v1' }
  const cases: [name: string, entitlement: Parameters<typeof payStep>[0], wanted: string | undefined, step: string][] =
    [
      ['new', anEntitlement(), undefined, 'agree'],
      ['codes before the terms', anEntitlement(), 'coupons', 'agree'],
      ['codes after the terms', anEntitlement(agreed), 'coupons', 'coupons'],
      ['agreed, no step asked for', anEntitlement(agreed), undefined, 'agree'],
      ['an unknown step asked for', anEntitlement(agreed), 'thank_you', 'agree'],
      ['agreed to older terms', anEntitlement({ ...agreed, agreedTerms: 'v0' }), 'coupons', 'agree'],
      ['in', anEntitlement({ processedAt: PAST }), undefined, 'thank_you'],
      ['in, with codes asked for', anEntitlement({ ...agreed, processedAt: PAST }), 'coupons', 'thank_you'],
      ['sign-up over', anEntitlement({ ...agreed, course: aCourse({ expiresAt: PAST }) }), 'coupons', 'agree'],
      [
        'sign-up over, and access had ended',
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

t.test('only the current version of the terms counts as agreed', async t => {
  t.equal(hasAgreed({ agreedAt: PAST, agreedTerms: 'v1' }, 'v1'), true)
  t.equal(hasAgreed({ agreedAt: PAST, agreedTerms: 'v0' }, 'v1'), false)
  t.equal(hasAgreed({ agreedAt: null, agreedTerms: null }, 'v1'), false)
  t.equal(hasAgreed({ agreedAt: null, agreedTerms: 'v1' }, 'v1'), false)
})

t.test('tells whether access is over or had ended', async t => {
  const cases: [name: string, processedAt: Date | null, accessEndsAt: Date | null, over: boolean, was: boolean][] = [
    ['access without an end', PAST, null, false, false],
    ['access that ends later', PAST, FUTURE, false, false],
    ['access that ends now', PAST, NOW, true, false],
    ['access that ended before', PAST, PAST, true, false],
    ['never had access', null, null, false, false],
    ['no access, as it ended before', null, PAST, false, true],
  ]
  for (const [name, processedAt, accessEndsAt, over, was] of cases) {
    const row = { processedAt, accessEndsAt }
    t.equal(hasAccessExpired(row, NOW), over, name)
    t.equal(hadAccess(row), was, name)
    t.equal(endedAt(row), was ? accessEndsAt : null, name)
  }
})

t.test('names people and sources for staff', async t => {
  t.equal(calledName({ name: 'Ana', email: 'ana@school.example' }), 'Ana')
  t.equal(calledName({ name: null, email: 'ana@school.example' }), 'ana@school.example')
  t.equal(calledName({ name: null, email: null }), 'A person without a name')
  t.equal(auditedSourceLabel('card'), 'by card')
  for (const other of ['toString', '', null, 7]) t.equal(auditedSourceLabel(other), null, String(other))
})
