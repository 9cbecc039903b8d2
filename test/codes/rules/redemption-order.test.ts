import t from 'tap'
import { codeMessages, decideRedemption, type RedemptionFacts } from '#src/codes/rules/access-code.ts'
import { gateMessages } from '#src/courses/rules/course.ts'
import { A, aCoupon, aCourse, anEntitlement, aSchool, B, FUTURE, NOW, PAST } from '../../support/facts.ts'

/**
 * The steps of redemption, each as a change that makes it apply; of two that apply the earlier must answer
 * (docs/rules/access-codes.md).
 */
const base: RedemptionFacts = {
  entitlement: anEntitlement({ course: aCourse({ products: [A, B] }) }),
  typed: 'CODE-A-1',
  coupon: aCoupon(),
  uses: [],
  now: NOW,
}
const code = { couponId: 1, code: 'CODE-A-1', productId: A.id, voidedAt: null }

interface Step {
  name: string
  apply(facts: RedemptionFacts): RedemptionFacts
  answer: Partial<Record<string, unknown>>
}

const entitlement = (over: Partial<RedemptionFacts['entitlement']>) => (facts: RedemptionFacts) => ({
  ...facts,
  entitlement: { ...facts.entitlement, ...over },
})
const course = (over: Parameters<typeof aCourse>[0]) => (facts: RedemptionFacts) =>
  entitlement({ course: { ...facts.entitlement.course, ...over } })(facts)
const coupon = (over: Parameters<typeof aCoupon>[0]) => (facts: RedemptionFacts) => ({
  ...facts,
  coupon: { ...aCoupon(), ...facts.coupon, ...over },
})
const holding =
  (held: typeof code | (Omit<typeof code, 'voidedAt'> & { voidedAt: Date })) => (facts: RedemptionFacts) =>
    entitlement({ codes: [...facts.entitlement.codes, held] })(facts)
const typed = (text: string) => (facts: RedemptionFacts) => ({ ...facts, typed: text })
const refusal = (status: number, message: string) => ({ do: 'refuse', status, message })
const max = (status: 'MAX' | 'MAX_SAME_EMAIL' | 'MAX_OTHER_EMAIL') => ({
  do: 'answer',
  status,
  message: codeMessages[status],
})

const steps: Step[] = [
  {
    name: 'already processed',
    apply: entitlement({ processedAt: PAST, source: 'card' }),
    answer: { do: 'answer', status: 'PROCESSED' },
  },
  { name: 'no product', apply: course({ products: [] }), answer: refusal(409, gateMessages.notActivated) },
  { name: 'sign-up over', apply: course({ expiresAt: PAST }), answer: refusal(403, gateMessages.ended) },
  {
    name: 'school takes no codes',
    apply: entitlement({ school: aSchool({ acceptsAccessCode: false }) }),
    answer: refusal(403, gateMessages.noCodes),
  },
  { name: 'empty', apply: typed('  '), answer: refusal(422, codeMessages.required) },
  { name: 'too short', apply: typed('ABCDE'), answer: refusal(422, codeMessages.wrong) },
  { name: 'too long', apply: typed('A'.repeat(21)), answer: refusal(422, codeMessages.wrong) },
  {
    name: 'unknown',
    apply: facts => ({ ...facts, coupon: null }),
    answer: { ...refusal(404, codeMessages.wrong), counts: true },
  },
  { name: 'own use, voided', apply: holding({ ...code, voidedAt: PAST }), answer: max('MAX_SAME_EMAIL') },
  {
    name: 'own use',
    apply: holding(code),
    answer: { do: 'answer', status: 'OK', message: '1 of 2 codes validated: CODE-A-1' },
  },
  {
    name: 'expired',
    apply: coupon({ expiresAt: PAST }),
    answer: { ...refusal(404, codeMessages.expired), counts: true },
  },
  {
    name: 'product not on this course',
    apply: coupon({ productId: 3, productName: 'Product C' }),
    answer: { ...refusal(404, codeMessages.notUsedHere('Product C')), counts: true },
  },
  {
    name: 'covered by another code',
    apply: holding({ ...code, couponId: 2, code: 'CODE-A-2' }),
    answer: { do: 'answer', status: 'OK', message: codeMessages.alreadyCovered },
  },
  { name: 'used up', apply: coupon({ used: 1 }), answer: max('MAX_OTHER_EMAIL') },
]

/** Pairs that exclude each other, or where the later one changes the earlier one's message. */
const exclusive = new Set([
  'empty + too short',
  'empty + too long',
  'too short + too long',
  'own use, voided + own use',
  'own use + product not on this course',
  'own use + covered by another code',
])

t.test('each step alone gives its answer', async t => {
  t.hasStrict(decideRedemption(base), { do: 'attach', completes: false }, 'without an obstacle the use is attached')
  for (const step of steps) t.hasStrict(decideRedemption(step.apply(base)), step.answer, step.name)
})

t.test('the earlier of two steps answers', async t => {
  for (const [i, earlier] of steps.entries()) {
    for (const later of steps.slice(i + 1)) {
      const name = `${earlier.name} + ${later.name}`
      if (!exclusive.has(name)) t.hasStrict(decideRedemption(earlier.apply(later.apply(base))), earlier.answer, name)
    }
  }
})

t.test('codes and sign-up are valid up to the last moment', async t => {
  for (const expiresAt of [NOW, FUTURE]) {
    t.hasStrict(decideRedemption(coupon({ expiresAt })(base)), { do: 'attach' })
    t.hasStrict(decideRedemption(course({ expiresAt })(base)), { do: 'attach' })
  }
})
