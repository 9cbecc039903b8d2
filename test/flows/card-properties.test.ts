import fc from 'fast-check'
import t from 'tap'
import { NEEDED, PaymentModel, PRICE, type ProductName } from '../support/payment-model.ts'
import { messagesTo, personOf } from '../support/rows.ts'
import { launch, makeCode, makeProduct, redeem } from '../support/school.ts'
import { isProcessed, openSuccess, payAt, pressPay, type Shop, shop } from '../support/shop.ts'
import { size } from '../support/size.ts'
import { type Me, signedIn } from '../support/staff.ts'

/** Random stories of one person, told in random order and twice, always end where a small model of the rules ends. */
const ACTIONS = [
  'press',
  'press',
  'pay',
  'pay',
  'event',
  'event',
  'event',
  'page',
  'code A',
  'code B',
  'refund at the provider',
  'refund of A by staff',
  'dispute',
  'dispute won',
  'dispute lost',
  'let in',
  'take out',
  'job',
] as const
type Action = (typeof ACTIONS)[number]

const story = async (given: Shop, me: Me, productA: number, steps: [Action, number][], rest: number[]) => {
  const { app, stripe, base } = given
  const { world, deliveries } = stripe
  const { token } = await launch(app, given.school.key, { context_id: given.course.contextId })
  const codes = { A: await makeCode(app, 'A'), B: await makeCode(app, 'B') }
  const enrollment = (await app.operations.findEntitlement(token))!
  const model = new PaymentModel()
  const from = deliveries.events.length
  let back = ''
  let last = ''

  const paid = () => [...model.sold].filter(([, s]) => s.paid)
  const intentOf = (id: string) => world.getSession(id).payment_intent?.id ?? ''
  const soldOf = (object: { id: string; payment_intent?: string }) =>
    [...model.sold].find(([id]) => id === object.id || intentOf(id) === object.payment_intent)?.[1]
  const ownDisputes = () =>
    [...world.disputes.values()].filter(d => paid().some(([id]) => intentOf(id) === d.payment_intent))

  const event = async (pick: number) => {
    const own = deliveries.events.slice(from)
    const one = own[pick % Math.max(1, own.length)]
    if (!one) return
    const { object } = JSON.parse(one.body).data
    const sold = soldOf(object)
    if ((await deliveries.deliver(one.id)) !== 200) throw new Error(`${one.type} was not taken`)
    if (!sold) return
    if (one.type.startsWith('checkout.session')) model.learn(sold)
    else if (one.type === 'charge.refunded') model.hearCharge(sold, object.amount_refunded)
    else if (one.type === 'refund.created') {
      model.hearRefund(sold, object.id, object.amount, object.metadata.signbook_products ? 'A' : undefined)
    } else model.hearDispute(sold, object.status === 'needs_response' ? 'open' : object.status)
  }

  const act: Record<Action, (pick: number) => unknown> = {
    async press() {
      const { id } = await pressPay({ base, token })
      model.press(id && !model.sold.has(id) ? id : null)
      if (id) last = id
    },
    async pay() {
      if (!last || world.getSession(last).status !== 'open') return
      back = await payAt(given, last)
      model.sold.get(last)!.paid = true
    },
    event,
    async page() {
      if (!back) return
      await openSuccess(given, back)
      const sold = model.sold.get(new URL(back).searchParams.get('session_id') ?? '')
      if (sold && !model.isIn) model.learn(sold)
    },
    async 'code A'() {
      await redeem(app, token, codes.A)
      model.code('A')
    },
    async 'code B'() {
      await redeem(app, token, codes.B)
      model.code('B')
    },
    'refund at the provider'() {
      const [found] = paid().filter(([, s]) => s.back < s.products.length * PRICE)
      if (!found) return
      world.refund(intentOf(found[0]), undefined, {})
      found[1].back = found[1].products.length * PRICE
    },
    async 'refund of A by staff'() {
      const [found] = paid().filter(([, s]) => s.products.includes('A'))
      if (!found) return
      const [session_id, sold] = found
      const { status } = await me.call('POST', '/twa/refund_payment', { session_id, product_ids: [productA] })
      const left = Math.min(sold.back, model.backAsKnown(sold)) + PRICE <= sold.products.length * PRICE
      const done = [...sold.refunds.values()].some(r => r.product === 'A')
      const may = sold.known && !done && left && sold.back + PRICE <= sold.products.length * PRICE
      if ((status === 200) !== may) throw new Error(`a refund answered ${status}`)
      if (!may) return
      sold.back += PRICE
      model.hearRefund(sold, [...world.refunds.keys()].at(-1)!, PRICE, 'A')
    },
    dispute() {
      const [found] = paid().filter(([id]) => !ownDisputes().some(d => d.payment_intent === intentOf(id)))
      if (found) world.dispute(intentOf(found[0]))
    },
    'dispute won': () => end('won'),
    'dispute lost': () => end('lost'),
    async 'let in'() {
      await me.call('POST', '/twa/process_enrollment', { token })
      model.letIn()
    },
    async 'take out'() {
      await me.call('POST', '/twa/unprocess_enrollment', { token })
      model.takeOut()
    },
    async job() {
      await app.operations.closeCheckouts({ subject: { kind: 'enrollment', id: enrollment.id } })
      model.close()
    },
  }
  const end = (state: 'won' | 'lost') => {
    const open = ownDisputes().find(d => d.status === 'needs_response')
    if (open) world.closeDispute(open.id, state)
  }
  const check = async (told: string) => {
    if ((await isProcessed({ base, token })) !== model.isIn)
      throw new Error(`${told}: should be ${model.isIn ? 'in' : 'out'}`)
  }

  for (const [action, pick] of steps) {
    await act[action](pick)
    await check(action)
  }
  // Everything arrives in the end: in any order, some of it twice.
  const all = deliveries.events.slice(from).map((_, i) => i)
  for (const pick of [...all.toSorted((a, b) => (rest[a] ?? 0) - (rest[b] ?? 0)), ...rest.slice(0, 3)])
    await event(pick)
  await act.page(0)
  await check('in the end')
  const kinds = (await messagesTo(app, (await personOf(app, token)).email ?? '')).map(m => m.kind)
  const receipts = kinds.filter(kind => kind === 'receipt').length
  if (receipts !== [...model.sold.values()].filter(s => s.known).length) throw new Error(`${receipts} receipts`)
  if (kinds.filter(kind => kind === 'welcome').length > 1) throw new Error('welcomed twice')
}

t.test('webhook, page, code, refund, dispute and staff, in any order and any number of times', async t => {
  const given = await shop(t, { products: NEEDED as ProductName[] })
  const me = await signedIn(given.app, 'support')
  const { id } = await makeProduct(given.app, 'A')
  const steps = fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(30)), { minLength: 4, maxLength: 16 })
  const rest = fc.array(fc.nat(30), { minLength: 30, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(steps, rest, (steps, rest) => story(given, me, id, steps, rest)),
    { numRuns: size(25, 500), endOnFailure: true },
  )
  t.pass("the end is always the model's")
})
