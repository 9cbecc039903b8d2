import t from 'tap'
import { decideRedemption, type RedeemReason, type RedemptionFacts } from '#src/access/rules/access-code.ts'
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
const code = { couponId: 1, code: 'CODE-A-1', productId: A.id, hasUsesLeft: false, voidedAt: null }

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
const refusal = (reason: RedeemReason) => ({ do: 'refuse', refused: { ok: false, reason } })
const max = (status: 'MAX' | 'MAX_SAME_EMAIL' | 'MAX_OTHER_EMAIL') => ({ do: 'answer', status })

const steps: Step[] = [
  {
    name: 'already processed',
    apply: entitlement({ processedAt: PAST, source: 'card' }),
    answer: { do: 'answer', status: 'PROCESSED' },
  },
  { name: 'no product', apply: course({ products: [] }), answer: refusal('course_not_activated') },
  { name: 'sign-up over', apply: course({ expiresAt: PAST }), answer: refusal('sign_up_ended') },
  {
    name: 'school takes no codes',
    apply: entitlement({ school: aSchool({ acceptsAccessCode: false }) }),
    answer: refusal('codes_not_accepted'),
  },
  { name: 'empty', apply: typed('  '), answer: refusal('code_required') },
  { name: 'too short', apply: typed('ABCDE'), answer: refusal('code_malformed') },
  { name: 'too long', apply: typed('A'.repeat(21)), answer: refusal('code_malformed') },
  {
    name: 'unknown',
    apply: facts => ({ ...facts, coupon: null }),
    answer: { ...refusal('code_unknown'), counts: true },
  },
  { name: 'own use, voided', apply: holding({ ...code, voidedAt: PAST }), answer: max('MAX_SAME_EMAIL') },
  {
    name: 'own use',
    apply: holding(code),
    answer: { do: 'answer', status: 'OK', unchanged: 'already_counted' },
  },
  {
    name: 'expired',
    apply: coupon({ expiresAt: PAST }),
    answer: { ...refusal('code_expired'), counts: true },
  },
  {
    name: 'product not on this course',
    apply: coupon({ productId: 3, productName: 'Product C' }),
    answer: {
      do: 'refuse',
      refused: { ok: false, reason: 'code_not_used_here', product: 'Product C' },
      counts: true,
    },
  },
  {
    name: 'covered by another code',
    apply: holding({ ...code, couponId: 2, code: 'CODE-A-2' }),
    answer: { do: 'answer', status: 'OK', unchanged: 'already_covered' },
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
