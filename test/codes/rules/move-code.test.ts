import t from 'tap'
import type { Coupon } from '#src/access/rules/access-code.ts'
import { decideRelease, decideTransfer } from '#src/access/rules/code-moves.ts'
import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { moveRefusalText } from '#src/access/texts/access-refusals.ts'

/** The preview of a release or transfer. */
const products = (...codes: string[]) => codes.map((c, at) => ({ id: at + 1, productCode: c, name: c, isFree: false }))
const course = (id: number, title: string, ...sells: string[]) => ({
  id,
  title,
  label: null,
  contextId: `ctx-${id}`,
  products: products(...sells),
})
const held = { couponId: 7, code: 'CODE-A', productId: 1, hasUsesLeft: false, voidedAt: null }
const row = (id: number, more: object): Entitlement =>
  ({
    kind: 'enrollment',
    id,
    name: 'Ana',
    email: 'ana@x.example',
    codes: [],
    paid: [],
    others: [],
    unprocessedAt: null,
    processedAt: null,
    source: null,
    ...more,
  }) as unknown as Entitlement
const inside = { processedAt: new Date(0), source: 'code', codes: [held] }
const coupon = (used: number, maxUsage: number): Coupon => ({
  id: 7,
  code: 'CODE-A',
  productId: 1,
  productName: 'ASL 1',
  used,
  maxUsage,
  expiresAt: null,
})
const says = (decided: ReturnType<typeof decideRelease> | ReturnType<typeof decideTransfer>) =>
  decided.ok ? decided.says : moveRefusalText(decided).message

t.test('a release says what the person loses, whether they keep access, and who can use the code', async t => {
  const ana = row(1, { course: course(1, 'Fall', 'ASL 1'), ...inside })
  t.strictSame(says(decideRelease(ana, coupon(1, 1))), [
    'Ana loses CODE-A (ASL 1) in Fall.',
    'Ana in Fall loses access, because nothing else covers it.',
    'CODE-A becomes unused. Anyone who has it can use it.',
  ])
  t.strictSame(says(decideRelease({ ...ana, source: 'staff' }, coupon(3, 30))), [
    'Ana loses CODE-A (ASL 1) in Fall.',
    'Ana in Fall keeps access.',
    'CODE-A then has 2/30 uses. Anyone who has it can use it once more.',
  ])
  const begun = { ...ana, processedAt: null, source: null }
  t.equal(says(decideRelease(begun, coupon(1, 1))).length, 2, 'a person without access is not taken out')
})

t.test(
  'a transfer: from whom and where to; two courses of one name are told apart, two addresses are named',
  async t => {
    const from = row(1, { course: course(1, 'Fall', 'ASL 1'), ...inside })
    const to = row(2, { course: course(2, 'Fall', 'ASL 1', 'ASL 2'), email: 'ben@x.example' })
    t.strictSame(says(decideTransfer(from, to, coupon(1, 1))), [
      'CODE-A (ASL 1) moves from Ana in Fall (ctx-1) to Ana in Fall (ctx-2).',
      'The two email addresses differ: ana@x.example and ben@x.example.',
      'Ana in Fall (ctx-1) loses access, because nothing else covers it.',
      'Ana in Fall (ctx-2) has no access yet. Still missing: ASL 2.',
    ])
    const whole = row(3, { course: course(3, 'Spring', 'ASL 1') })
    t.strictSame(says(decideTransfer(from, whole, coupon(1, 1))).at(-1), 'Ana in Spring gets access.')
  },
)
