import t from 'tap'
import { type CodeUse, decideRedemption, withCode } from '#src/access/rules/access-code.ts'
import { progress } from '#src/access/rules/coverage.ts'
import { A, aCoupon, aCourse, anEntitlement, aUse, B, FREE, NOW, PAST } from '../../support/facts.ts'

const decide = (given: {
  codes?: ReturnType<typeof anEntitlement>['codes']
  products?: (typeof A)[]
  coupon?: Parameters<typeof aCoupon>[0]
  uses?: CodeUse[]
  email?: string | null
}) => {
  const { codes = [], products = [A], coupon = {}, uses = [], email = 'ana@school.example' } = given
  const entitlement = anEntitlement({ codes, email, course: aCourse({ products }) })
  return decideRedemption({ entitlement, typed: 'CODE-A-1', coupon: aCoupon(coupon), uses, now: NOW })
}

const spent = { used: 1 }
const classCode = { used: 30, maxUsage: 30 }
const stranger = { personId: 7, email: 'bo@school.example' }

t.test('chooses the MAX status by the person who used the code', async t => {
  const same = { status: 'MAX_SAME_EMAIL' }
  const other = { status: 'MAX_OTHER_EMAIL' }
  const many = { status: 'MAX' }
  const done = { processedAt: PAST }
  const cases: [name: string, given: Parameters<typeof decide>[0], answer: object][] = [
    ['single use, by a stranger', { coupon: spent, uses: [aUse({ ...stranger, ...done })] }, other],
    ['single use, by an unknown person', { coupon: spent }, other],
    ['single use, by this LMS user elsewhere', { coupon: spent, uses: [aUse({ ...done, email: null })] }, same],
    ['single use, by this email at another school', { coupon: spent, uses: [aUse({ ...done, personId: 7 })] }, same],
    ['class code, by strangers', { coupon: classCode, uses: [aUse({ ...stranger, ...done })] }, many],
    ['class code, this person among them', { coupon: classCode, uses: [aUse(stranger), aUse(done)] }, same],
    ['class code of two', { coupon: { used: 2, maxUsage: 2 } }, many],
    ['a voided use by this person', { coupon: spent, uses: [aUse({ voidedAt: PAST })] }, same],
    [
      'neither has an email',
      { coupon: spent, email: null, uses: [aUse({ personId: 7, email: null, ...done })] },
      other,
    ],
  ]
  for (const [name, given, answer] of cases) t.hasStrict(decide(given), { do: 'answer', ...answer }, name)
})

t.test('accepts a code with uses left from a person who used it elsewhere', async t => {
  const given = { coupon: { used: 29, maxUsage: 30 }, uses: [aUse({ processedAt: PAST })] }
  t.hasStrict(decide(given), { do: 'attach', completes: true })
})

t.test('moves a use from an unfinished row of the same person', async t => {
  t.hasStrict(decide({ coupon: spent, uses: [aUse({ id: 5 })] }), { do: 'move', use: { id: 5 }, completes: true })
  t.hasStrict(decide({ coupon: spent, uses: [aUse({ id: 5 })], products: [A, B] }), { do: 'move', completes: false })
  const uses = [aUse({ id: 4, processedAt: PAST }), aUse({ id: 5, voidedAt: PAST }), aUse({ id: 6 })]
  t.hasStrict(
    decide({ coupon: spent, uses }),
    { do: 'move', use: { id: 6 } },
    'the one that is neither finished nor voided',
  )
  t.hasStrict(decide({ coupon: spent, uses: [aUse(stranger)] }), { status: 'MAX_OTHER_EMAIL' }, "never a stranger's")
})

t.test('does not move a use from another school', async t => {
  const there = aUse({ sameSchool: false })
  t.hasStrict(decide({ coupon: spent, uses: [there] }), { do: 'answer', status: 'MAX_SAME_EMAIL' })
  t.hasStrict(decide({ coupon: spent, uses: [there, aUse({ id: 5 })] }), { do: 'move', use: { id: 5 } })
})

t.test('a test code works only in the course it was made for', async t => {
  t.hasStrict(decide({ coupon: { onlyCourseId: 1 } }), { do: 'attach', completes: true })
  t.hasStrict(decide({ coupon: { onlyCourseId: 2 } }), { do: 'refuse', refused: { reason: 'code_unknown' } })
})

t.test('after sign-up ended, accepts a new code only from a person who had access before', async t => {
  const ended = anEntitlement({ course: aCourse({ expiresAt: PAST }) })
  const given = { typed: 'CODE-A-1', coupon: aCoupon(), uses: [], now: NOW }
  t.hasStrict(decideRedemption({ ...given, entitlement: { ...ended, accessEndsAt: PAST } }), { do: 'attach' })
  t.hasStrict(decideRedemption({ ...given, entitlement: ended }), {
    do: 'refuse',
    refused: { reason: 'sign_up_ended' },
  })
})

t.test('refuses codes in a free course the person was taken out of', async t => {
  const out = anEntitlement({ course: aCourse({ products: [FREE] }), unprocessedAt: PAST })
  const given = { entitlement: out, typed: 'CODE-A-1', coupon: aCoupon(), uses: [], now: NOW }
  t.strictSame(decideRedemption(given), { do: 'refuse', refused: { ok: false, reason: 'removed_from_course' } })
})

t.test('only the last code completes', async t => {
  const b = { couponId: 2, code: 'CODE-B-1', productId: B.id, hasUsesLeft: false, voidedAt: null }
  t.hasStrict(decide({ products: [A, B] }), { do: 'attach', completes: false })
  t.hasStrict(decide({ products: [A, B], codes: [b] }), { do: 'attach', completes: true })
  t.hasStrict(
    decide({ products: [A, B], codes: [{ ...b, voidedAt: PAST }] }),
    { do: 'attach', completes: false },
    'voided',
  )
  t.hasStrict(decide({ products: [A, FREE] }), { do: 'attach', completes: true }, 'a free product is never needed')
})

t.test('the same code again is idempotent', async t => {
  const a = { couponId: 1, code: 'CODE-A-1', productId: A.id, hasUsesLeft: false, voidedAt: null }
  t.hasStrict(decide({ products: [A, B], codes: [a], coupon: spent }), {
    status: 'OK',
    unchanged: 'already_counted',
  })
  t.hasStrict(decide({ codes: [a], coupon: spent }), { do: 'complete' }, 'the course lost its other product since')
})

t.test('completes a covered course without consuming another code', async t => {
  const a = { couponId: 2, code: 'CODE-A-2', productId: A.id, hasUsesLeft: false, voidedAt: null }
  t.hasStrict(decide({ codes: [a] }), { do: 'complete' }, 'it is not consumed, and the person gets access')
})

t.test('counts an attached code', async t => {
  const before = anEntitlement({ course: aCourse({ products: [A, B] }) })
  const after = withCode(before, aCoupon())
  t.hasStrict(progress(after), { done: 1, total: 2, codes: ['CODE-A-1'], missing: [{ id: B.id }] })
  t.strictSame(before.codes, [], 'the original is unchanged')
})
