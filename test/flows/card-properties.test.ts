import fc from 'fast-check'
import t from 'tap'
import { beginStory, type Kind, type MoveName } from '../support/payment-story.ts'
import { type Shop, shop } from '../support/shop.ts'
import { size } from '../support/size.ts'
import { type Me, signedIn } from '../support/staff.ts'

/**
 * Random stories of one person, with events in random order and repeated, must end as a small model of the rules does.
 */
const LIKELY: Record<MoveName, number> = {
  press: 6,
  pay: 8,
  hear: 6,
  page: 2,
  'code A': 1,
  'code B': 1,
  'full refund at the provider': 1,
  'partial refund at the provider': 1,
  'staff refund all': 1,
  'staff refund A': 1,
  'staff refund B': 1,
  dispute: 1,
  'dispute won': 1,
  'dispute lost': 1,
  'staff process': 1,
  'staff un-process': 1,
  'change products': 2,
  'close checkouts': 2,
  reconcile: 1,
}
const moves = fc.oneof(
  ...Object.entries(LIKELY).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as MoveName) })),
)

interface Told {
  kind: Kind
  steps: [MoveName, number][]
  /** Order in which the remaining events arrive at the end, some of them twice; unused when they are lost. */
  order: number[]
  isLost: boolean
}

const tell = async (given: Shop, me: Me, { kind, steps, order, isLost }: Told) => {
  const { moves, check, checkMessages, events } = await beginStory(given, me, kind)
  for (const [name, pick] of steps) {
    await moves[name](pick)
    await check(name)
  }
  if (isLost) await moves.reconcile()
  else {
    const all = Array.from({ length: events() }, (_, i) => i)
    const shuffled = all.toSorted((a, b) => (order[a] ?? 0) - (order[b] ?? 0))
    for (const pick of [...shuffled, ...order.slice(0, 3)]) await moves.hear(pick)
  }
  await check('at the end')
  await moves.page()
  await check('after another page view')
  await checkMessages()
}

t.test('webhook, page, code, refund, dispute and staff actions end alike in any order and number', async t => {
  const given = await shop(t)
  const me = await signedIn(given.app, 'support')
  const told = fc.record({
    kind: fc.constantFrom<Kind>('enrollment', 'enrollment', 'membership'),
    steps: fc.array(fc.tuple(moves, fc.nat(30)), { minLength: 6, maxLength: 24, size: 'max' }),
    order: fc.array(fc.nat(30), { minLength: 40, maxLength: 40 }),
    isLost: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(told, story => tell(given, me, story)),
    { numRuns: size(30, 500), endOnFailure: true },
  )
  t.pass('every story ended as the model did')
})
