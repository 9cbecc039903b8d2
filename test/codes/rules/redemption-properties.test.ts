import fc from 'fast-check'
import t from 'tap'
import { redeemStatus } from '#src/access/contract.ts'
import { decideRedemption, type RedemptionFacts, withCode } from '#src/access/rules/access-code.ts'
import { progress } from '#src/access/rules/coverage.ts'
import { accessMethodGate, requiredProducts } from '#src/courses/rules/course.ts'
import { A, aCourse, anEntitlement, aProduct, aSchool, aUse, B, FREE, FUTURE, NOW, PAST } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

/** Few values, so that generated rows often match: four products, six codes, three people, two emails. */
const PRODUCTS = [A, B, aProduct({ id: 3, productCode: 'C' }), FREE]
const productOf = (couponId: number) => PRODUCTS[couponId % 3] ?? A

/** Mostly null, so that generated cases often reach the later steps. */
const maybe = (...values: Date[]) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) })
const email = fc.constantFrom(null, 'ana@school.example', 'bo@school.example')
const codes = fc.uniqueArray(
  fc.record({ couponId: fc.integer({ min: 1, max: 6 }), voidedAt: maybe(PAST) }).map(({ couponId, voidedAt }) => ({
    couponId,
    code: `CODE-${couponId}`,
    productId: productOf(couponId).id,
    hasUsesLeft: false,
    voidedAt,
  })),
  { selector: c => c.couponId, maxLength: 2 },
)
const coupon = fc
  .record({
    id: fc.integer({ min: 1, max: 6 }),
    maxUsage: fc.integer({ min: 1, max: 3 }),
    left: fc.integer({ min: 0, max: 1 }),
    expiresAt: maybe(PAST, NOW, FUTURE),
  })
  .map(({ id, maxUsage, left, expiresAt }) => ({
    id,
    code: `CODE-${id}`,
    productId: productOf(id).id,
    productName: productOf(id).name,
    maxUsage,
    used: Math.max(0, maxUsage - left),
    expiresAt,
  }))
const uses = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    entitlementId: fc.integer({ min: 2, max: 9 }),
    personId: fc.integer({ min: 1, max: 3 }),
    email,
    processedAt: fc.constantFrom(null, PAST),
    voidedAt: maybe(PAST),
    sameSchool: fc.boolean(),
  }),
  { maxLength: 3 },
)
const facts: fc.Arbitrary<RedemptionFacts> = fc
  .record({
    products: fc.constantFrom([A], [A, B], [B, FREE], PRODUCTS, PRODUCTS, [FREE], []),
    expiresAt: maybe(PAST, FUTURE),
    acceptsAccessCode: maybe(PAST).map(closed => !closed),
    processedAt: maybe(PAST),
    email,
    codes,
    coupon: fc.option(coupon, { freq: 9 }),
    typed: fc.constantFrom(...Array(12).fill('CODE-1'), '', 'ABC', 'A'.repeat(30)),
    uses,
  })
  .map(({ products, expiresAt, acceptsAccessCode, processedAt, email, codes, coupon, typed, uses }) => ({
    entitlement: anEntitlement({
      email,
      codes,
      processedAt,
      course: aCourse({ products, expiresAt }),
      school: aSchool({ acceptsAccessCode }),
    }),
    typed,
    coupon,
    uses,
    now: NOW,
  }))

const decide = decideRedemption
const own = (given: RedemptionFacts) => given.entitlement.codes.find(c => c.couponId === given.coupon?.id)
const gated = ({ entitlement }: RedemptionFacts) =>
  accessMethodGate(entitlement.course, entitlement.school, 'code', NOW)

t.test('when a use may be consumed or moved', async t => {
  holds(t, 'only on an open course, for a missing product, with a valid code', [facts], given => {
    const decision = decide(given)
    if (decision.do !== 'attach' && decision.do !== 'move') return true
    const missing = progress(given.entitlement).missing.map(p => p.id)
    return (
      given.entitlement.processedAt === null &&
      gated(given) === null &&
      own(given) === undefined &&
      missing.includes(decision.coupon.productId) &&
      (decision.coupon.expiresAt ?? FUTURE).getTime() >= NOW.getTime()
    )
  })
  holds(t, 'consumed only while uses are left, moved only when none are', [facts], given => {
    const decision = decide(given)
    if (decision.do === 'attach') return decision.coupon.used < decision.coupon.maxUsage
    return decision.do !== 'move' || decision.coupon.used === decision.coupon.maxUsage
  })
  holds(t, "moved only from this person's unfinished row", [facts], given => {
    const decision = decide(given)
    if (decision.do !== 'move') return true
    const { use } = decision
    const { email, personId } = given.entitlement
    return !use.processedAt && !use.voidedAt && (use.personId === personId || (email !== null && use.email === email))
  })
  holds(t, 'completes exactly when nothing is missing afterwards', [facts], given => {
    const decision = decide(given)
    if (decision.do === 'complete') return progress(given.entitlement).missing.length === 0
    if (decision.do !== 'attach' && decision.do !== 'move') return true
    return decision.completes === (progress(withCode(given.entitlement, decision.coupon)).missing.length === 0)
  })
})

t.test('invariants', async t => {
  holds(t, 'a processed row always answers PROCESSED', [facts], given => {
    const entitlement = { ...given.entitlement, processedAt: PAST }
    const decision = decide({ ...given, entitlement })
    return decision.do === 'answer' && decision.status === 'PROCESSED'
  })
  holds(t, 'uses and expiry never matter for a code the row holds', [facts, coupon], (given, other) => {
    if (!given.coupon || !own(given)) return true
    const changed = { ...given.coupon, used: other.used, maxUsage: other.maxUsage, expiresAt: other.expiresAt }
    return JSON.stringify(decide(given)) === JSON.stringify(decide({ ...given, coupon: changed, uses: [] }))
  })
  holds(t, "strangers' uses never matter", [facts], given => {
    const stranger = {
      ...aUse({ id: 100, entitlementId: 50, personId: 50, email: null }),
      processedAt: PAST,
    }
    return JSON.stringify(decide(given)) === JSON.stringify(decide({ ...given, uses: [...given.uses, stranger] }))
  })
  holds(t, 'the order of uses never changes the status', [facts], given => {
    const [a, b] = [decide(given), decide({ ...given, uses: given.uses.toReversed() })]
    return a.do === b.do && (a.do !== 'answer' || b.do !== 'answer' || a.status === b.status)
  })
})

t.test('answers', async t => {
  holds(t, 'a code with uses left is never called used up, except a voided own one', [facts], given => {
    const decision = decide(given)
    const left = given.coupon !== null && given.coupon.used < given.coupon.maxUsage
    return !left || decision.do !== 'answer' || !decision.status.startsWith('MAX') || own(given)?.voidedAt === PAST
  })
  holds(t, 'only wrong codes count against the limit', [facts], given => {
    const decision = decide(given)
    return decision.do !== 'refuse' || (decision.counts ?? false) === (redeemStatus[decision.refused.reason] === 404)
  })
  holds(t, 'a person without an email is never matched by email', [facts], given => {
    const nobody = { ...given.entitlement, email: null, codes: [] }
    const others = given.uses.map(u => ({ ...u, personId: 50 }))
    const decision = decide({ ...given, entitlement: nobody, uses: others })
    return decision.do !== 'move' && !(decision.do === 'answer' && decision.status === 'MAX_SAME_EMAIL')
  })
  holds(t, 'a free course takes no code', [facts], given => {
    const decision = decide(given)
    return requiredProducts(given.entitlement.course).length > 0 || (decision.do !== 'attach' && decision.do !== 'move')
  })
})
