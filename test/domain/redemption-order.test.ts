import t from 'tap'
import { codeMessages, decideRedemption, type RedemptionFacts } from '#src/domain/access-code.ts'
import { gateMessages } from '#src/domain/course.ts'
import { A, aCoupon, aCourse, anEntitlement, aSchool, B, FUTURE, NOW, PAST } from '../support/facts.ts'

/** The steps of rules.md B, each as a change that makes it apply. Where two apply, the earlier one must answer. */
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
    name: '2 already processed',
    apply: entitlement({ processedAt: PAST, source: 'card' }),
    answer: { do: 'answer', status: 'PROCESSED' },
  },
  { name: '3 no product', apply: course({ products: [] }), answer: refusal(409, gateMessages.notActivated) },
  { name: '3 sign-up over', apply: course({ expiresAt: PAST }), answer: refusal(403, gateMessages.ended) },
  {
    name: '3 school takes no codes',
    apply: entitlement({ school: aSchool({ acceptsAccessCode: false }) }),
    answer: refusal(403, gateMessages.noCodes),
  },
  { name: '4 empty', apply: typed('  '), answer: refusal(422, codeMessages.required) },
  { name: '4 too short', apply: typed('ABCDE'), answer: refusal(422, codeMessages.wrong) },
  { name: '4 too long', apply: typed('A'.repeat(21)), answer: refusal(422, codeMessages.wrong) },
  {
    name: '5 unknown',
    apply: facts => ({ ...facts, coupon: null }),
    answer: { ...refusal(404, codeMessages.wrong), counts: true },
  },
  { name: '6 own use, voided', apply: holding({ ...code, voidedAt: PAST }), answer: max('MAX_SAME_EMAIL') },
  {
    name: '6 own use',
    apply: holding(code),
    answer: { do: 'answer', status: 'OK', message: '1 of 2 codes validated: CODE-A-1' },
  },
  {
    name: '7 expired',
    apply: coupon({ expiresAt: PAST }),
    answer: { ...refusal(404, codeMessages.expired), counts: true },
  },
  {
    name: '7 product not on this course',
    apply: coupon({ productId: 3, productName: 'Product C' }),
    answer: { ...refusal(404, codeMessages.notUsedHere('Product C')), counts: true },
  },
  {
    name: '8 covered by another code',
    apply: holding({ ...code, couponId: 2, code: 'CODE-A-2' }),
    answer: { do: 'answer', status: 'OK', message: codeMessages.alreadyCovered },
  },
  { name: '9 used up', apply: coupon({ used: 1 }), answer: max('MAX_OTHER_EMAIL') },
]

/** Two changes that cannot be true at once, or that change what the earlier one says without changing that it answers. */
const exclusive = new Set([
  '4 empty + 4 too short',
  '4 empty + 4 too long',
  '4 too short + 4 too long',
  '6 own use, voided + 6 own use',
  '6 own use + 7 product not on this course',
  '6 own use + 8 covered by another code',
])

t.test('each step alone answers as it should', async t => {
  t.hasStrict(decideRedemption(base), { do: 'attach', completes: false }, 'with nothing in the way a use is attached')
  for (const step of steps) t.hasStrict(decideRedemption(step.apply(base)), step.answer, step.name)
})

t.test('where two steps apply, the earlier one answers', async t => {
  for (const [i, earlier] of steps.entries()) {
    for (const later of steps.slice(i + 1)) {
      const name = `${earlier.name} + ${later.name}`
      if (!exclusive.has(name)) t.hasStrict(decideRedemption(earlier.apply(later.apply(base))), earlier.answer, name)
    }
  }
})

t.test('a code is good until the very moment it ends, and so is a sign-up', async t => {
  for (const expiresAt of [NOW, FUTURE]) {
    t.hasStrict(decideRedemption(coupon({ expiresAt })(base)), { do: 'attach' })
    t.hasStrict(decideRedemption(course({ expiresAt })(base)), { do: 'attach' })
  }
})
