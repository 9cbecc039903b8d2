import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { cardDisputes } from '#src/access/store/schema/checkouts.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { closeCheckouts } from '#src/payments/checkout-checks.ts'
import { reconcile } from '#src/payments/reconciliations.ts'
import { refundPayment } from '#src/payments/refunds.ts'
import { backAsKnown, PaymentModel, PRICE, type ProductName, type Sold, stateText, total } from './payment-model.ts'
import { makeMembership } from './platform.ts'
import { messagesTo } from './rows.ts'
import { launch, makeCode, makeCourse, makeProduct, redeem } from './school.ts'
import { openSuccess, payAt, pressPay, type Shop } from './shop.ts'
import type { Me } from './staff.ts'

/** A random action on one person's payments, applied to the product and to the model. */
type Move = (pick: number) => Promise<unknown>
export type Kind = 'enrollment' | 'membership'

/** Product choices of a course: several by LTI 1.1, one by 1.3. */
const CHOICES: Record<Kind, ProductName[][]> = {
  enrollment: [['A', 'B'], ['A'], ['B']],
  membership: [['A'], ['B']],
}

/** Begins with a new person in a new course, without codes and payments, and resets the practice Stripe. */
export const beginStory = async (given: Shop, me: Me, kind: Kind) => {
  const { app, stripe, base } = given
  const { world, deliveries } = stripe
  for (const kept of [world.sessions, world.refunds, world.disputes]) kept.clear()
  await app.db.orm.delete(cardDisputes)
  const needed = CHOICES[kind][0]!
  const { token, course } = await {
    async enrollment() {
      const course = await makeCourse(app, given.school.id, needed)
      return { course, ...(await launch(app, given.school.key, { context_id: course.contextId })) }
    },
    membership: () => makeMembership(app, needed),
  }[kind]()
  const idOf = { A: (await makeProduct(app, 'A')).id, B: (await makeProduct(app, 'B')).id }
  const nameOf = (id: number): ProductName => (id === idOf.A ? 'A' : 'B')
  const codes = { A: await makeCode(app, 'A'), B: await makeCode(app, 'B') }
  const model = new PaymentModel(needed)
  const from = deliveries.events.length
  let back = ''
  let last = ''

  const intentOf = (id: string) => world.getSession(id).payment_intent?.id ?? ''
  const soldBy = (intent: string) => [...model.sold].find(([id]) => intentOf(id) === intent)?.[1]
  const paid = (pick: number): [string, Sold] | undefined => {
    const all = [...model.sold].filter(([, s]) => s.paid)
    return all[pick % Math.max(1, all.length)]
  }
  const disputeOf = (id: string) => [...world.disputes.values()].find(d => d.payment_intent === intentOf(id))
  const isDisputed = (id: string) => ['needs_response', 'lost'].includes(disputeOf(id)?.status ?? '')
  const productOf = (metadata: Record<string, string>) =>
    metadata.signbook_products ? nameOf(Number(metadata.signbook_products)) : undefined

  const hear = async (pick: number) => {
    const own = deliveries.events.slice(from)
    const one = own[pick % Math.max(1, own.length)]
    if (!one) return
    const { object } = JSON.parse(one.body).data
    if ((await deliveries.deliver(one.id)) !== 200) throw new Error(`the webhook refused ${one.type}`)
    const sold = model.sold.get(object.id) ?? soldBy(object.payment_intent)
    if (!sold) return
    if (object.object === 'checkout.session') model.learn(sold)
    else if (object.object === 'charge') model.hearCharge(sold, object.amount_refunded)
    else if (object.object === 'refund') model.hearRefund(sold, object.id, object.amount, productOf(object.metadata))
    else model.hearDispute(sold, object.status === 'needs_response' ? 'open' : object.status)
  }

  const refundAtProvider = (pick: number, amount: number) => {
    const [id, sold] = paid(pick) ?? []
    if (!id || !sold || isDisputed(id) || sold.back + amount > total(sold)) return
    world.refund(intentOf(id), amount, {})
    sold.back += amount
  }
  const refundsOf = (sessionId: string) =>
    [...world.refunds.values()].filter(r => r.payment_intent === intentOf(sessionId))
  /** Payments whose last refund the provider refused. The next one reads the refunds at the provider first. */
  const unclear = new Set<Sold>()
  /** Refused when we or the provider know that it is too much; otherwise recorded at once. */
  const refundByStaff = async (pick: number, request: 'all' | ProductName) => {
    const [sessionId, sold] = paid(pick) ?? []
    if (!sessionId || !sold) return
    const left = total(sold) - backAsKnown(sold)
    const product = request === 'all' ? undefined : request
    const amount = product ? PRICE : left
    const isOnIt = !product || (sold.products.includes(product) && !covered(sold, product))
    const isBarred = sold.dispute === 'open' || sold.dispute === 'lost'
    const isAsked = sold.known && left > 0 && amount <= left && isOnIt && !isBarred
    const unknown = isAsked && unclear.has(sold) ? refundsOf(sessionId).filter(r => !sold.refunds.has(r.id)) : []
    const isMade = unknown.some(r => r.amount === amount && productOf(r.metadata) === product)
    // A won dispute may not have reached us yet.
    const takes = sold.back + amount <= total(sold) && !isDisputed(sessionId)
    const refund = { sessionId, productIds: product ? [idOf[product]] : [], reason: 'a refund' }
    const refunded = await refundPayment(app, refund, me.staff)
    const may = isAsked && (isMade || (unknown.length === 0 && takes))
    if (refunded.ok !== may) throw new Error(`a refund of ${request}: ${refunded.ok ? 'done' : refunded.reason}`)
    if (may) unclear.delete(sold)
    else if (isAsked) unclear.add(sold)
    if (may && !isMade) sold.back += amount
    const made = refundsOf(sessionId)
    if (may && made.reduce((sum, r) => sum + r.amount, 0) !== sold.back)
      throw new Error('the refunded sum differs from the requested one')
    const heard = may && !isMade ? made.slice(-1) : unknown
    for (const r of heard) model.hearRefund(sold, r.id, r.amount, productOf(r.metadata))
  }
  const covered = (sold: Sold, product: ProductName) => [...sold.refunds.values()].some(r => r.product === product)
  const endDispute = async (state: 'won' | 'lost') => {
    const open = [...world.disputes.values()].find(d => d.status === 'needs_response')
    if (open) world.closeDispute(open.id, state)
  }
  const redeemCode = async (product: ProductName) => {
    await redeem(app, token, codes[product])
    model.code(product)
  }

  const moves = {
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
    hear,
    async page() {
      if (!back) return
      await openSuccess(given, back)
      const sold = model.sold.get(new URL(back).searchParams.get('session_id') ?? '')
      if (sold && !model.isIn) model.learn(sold)
    },
    'code A': () => redeemCode('A'),
    'code B': () => redeemCode('B'),
    async 'full refund at the provider'(pick) {
      const [, sold] = paid(pick) ?? []
      if (sold && sold.back < total(sold)) refundAtProvider(pick, total(sold) - sold.back)
    },
    'partial refund at the provider': async pick => refundAtProvider(pick, 1000),
    'staff refund all': pick => refundByStaff(pick, 'all'),
    'staff refund A': pick => refundByStaff(pick, 'A'),
    'staff refund B': pick => refundByStaff(pick, 'B'),
    async dispute(pick) {
      const [id] = paid(pick) ?? []
      if (id && !disputeOf(id)) world.dispute(intentOf(id))
    },
    'dispute won': () => endDispute('won'),
    'dispute lost': () => endDispute('lost'),
    async 'staff process'() {
      await me.call('POST', `/twa/process_${kind}`, { token })
      model.giveAccess()
    },
    async 'staff un-process'() {
      await me.call('POST', `/twa/unprocess_${kind}`, { token, confirm: true })
      model.takeOut()
    },
    async 'change products'(pick) {
      const choice = CHOICES[kind][pick % CHOICES[kind].length]!
      const { status } =
        kind === 'membership'
          ? await me.call('POST', '/twa/activate_course', { token, product_code: choice[0], create_coupon: false })
          : await me.call('POST', `/twa/activate_lti_course/${course.contextId}`, {
              lti_course: { product_ids: choice.map(p => idOf[p]) },
            })
      if (status !== 200) throw new Error(`products: ${status}`)
      model.needed = choice
    },
    /** Runs the job for a change of the course's products. The jobs for a code or for staff actions do the same for one row. */
    async 'close checkouts'() {
      await closeCheckouts(app, { courseId: course.id })
      model.close()
    },
    async reconcile() {
      await reconcile(app, 'system')
      for (const sold of model.sold.values()) model.learn(sold)
      for (const r of world.refunds.values())
        model.hearRefund(soldBy(r.payment_intent)!, r.id, r.amount, productOf(r.metadata))
      for (const d of world.disputes.values())
        model.hearDispute(soldBy(d.payment_intent)!, d.status === 'needs_response' ? 'open' : (d.status as 'won'))
    },
  } satisfies Record<string, Move>

  /** Views the page, as every move ends, and compares with the model. */
  const check = async (told: string): Promise<void> => {
    const row = (await findEntitlement(app, token))!
    model.look()
    const is = stateText(shown(row, nameOf))
    if (is !== model.state) throw new Error(`${told}: is ${is}, should be ${model.state}`)
  }
  const checkMessages = async () => {
    const { email } = (await findEntitlement(app, token))!
    const kinds = (await messagesTo(app, email ?? '')).map(m => m.kind)
    const receipts = kinds.filter(kind => kind === 'receipt').length
    if (receipts !== [...model.sold.values()].filter(s => s.known).length) throw new Error(`${receipts} receipts`)
    if (kinds.filter(kind => kind === 'welcome').length > 1) throw new Error('welcomed twice')
  }
  return { moves, check, checkMessages, events: () => deliveries.events.slice(from).length }
}

const shown = ({ source, processedAt, paid, codes }: Entitlement, nameOf: (id: number) => ProductName) => ({
  source: processedAt && source,
  paid: paid.map(nameOf),
  codes: codes.filter(c => c.voidedAt === null).map(c => nameOf(c.productId)),
})

export type MoveName = keyof Awaited<ReturnType<typeof beginStory>>['moves']
