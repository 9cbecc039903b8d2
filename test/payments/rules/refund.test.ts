import fc from 'fast-check'
import t from 'tap'
import type { CheckoutStatus, Payment } from '#src/access/rules/payment.ts'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { refundStatus } from '#src/payments/contract.ts'
import {
  describeRefund,
  disputeBars,
  effectsKey,
  planRefund,
  productsOfRefund,
  type RefundReason,
  refundable,
  refundEffects,
  refundRefusals,
} from '#src/payments/rules/refund.ts'
import { A, aCourse, aHeldCode, aLine, anEntitlement, aPayment, aRefund, B, NOW } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

/** A for 4900 and B for 3000. */
const two = (over: Partial<Payment> = {}): Payment =>
  aPayment({ total: 7900, lines: [aLine(), aLine({ productId: B.id, amount: 3000 })], ...over })
const backA = aRefund({ amount: 4900, productIds: [A.id] })

t.test('calculates the refundable amount', async t => {
  const cases: [name: string, payment: Payment, left: number][] = [
    ['all', two(), 7900],
    ['the rest', two({ refunded: 7899 }), 1],
    ['nothing', two({ refunded: 7900 }), 0],
    ['more refunded than paid', two({ refunded: 8000 }), 0],
    ['the charged amount counts', two({ charged: 8000 }), 8000],
    ['the amount is unknown', two({ total: null }), 0],
    ['a dispute is open', two({ disputes: ['open'] }), 0],
    ['a dispute was lost', two({ disputes: ['lost'] }), 0],
    ['a dispute was won', two({ disputes: ['won'] }), 7900],
  ]
  for (const [name, payment, left] of cases) t.equal(refundable(payment), left, name)
  const byStatus: Record<CheckoutStatus, number> = {
    open: 0,
    expired: 0,
    pending: 0,
    failed: 0,
    paid: 7900,
    flagged: 7900,
  }
  for (const [status, left] of Object.entries(byStatus))
    t.equal(refundable(two({ status: status as CheckoutStatus })), left, status)
  t.equal(disputeBars({ disputes: ['won', 'lost', 'open'] }), 'dispute_open', 'an open one comes first')
})

t.test('names the products that a refund reverses', async t => {
  const one = aPayment({ lines: [aLine()] })
  const cases: [name: string, payment: Payment, named: number[], products: number[]][] = [
    ['ours names them', two({ refunds: [backA] }), [A.id], [A.id]],
    ['all at the provider', two({ refunded: 7900, refunds: [aRefund({ amount: 7900 })] }), [], [A.id, B.id]],
    ['the rest', two({ refunds: [backA, aRefund({ amount: 3000 })] }), [], [B.id]],
    ['a part of two', two({ refunds: [aRefund({ amount: 4900 })] }), [], []],
    ['a part of the only one', { ...one, refunds: [aRefund({ amount: 100 })] }, [], [A.id]],
  ]
  for (const [name, payment, named, products] of cases) t.strictSame(productsOfRefund(payment, named), products, name)
})

t.test('plans a refund or explains why not', async t => {
  const refused = (reason: RefundReason) => ({ ok: false, reason })
  const refund = (amount: number, ...productIds: number[]) => ({ ok: true, amount, productIds })
  const cases: [name: string, payment: Payment, productIds: number[], plan: object][] = [
    ['all that is left', two(), [], refund(7900)],
    ['all that is left after a part', two({ refunded: 900 }), [], refund(7000)],
    ['of what was flagged', two({ status: 'flagged' }), [], refund(7900)],
    ['a product', two(), [A.id], refund(4900, A.id)],
    ['the other product', two(), [B.id], refund(3000, B.id)],
    ['both, and one of them twice', two(), [B.id, A.id, B.id], refund(7900, A.id, B.id)],
    ['a product not in the payment', two(), [77], refused('product_not_refundable')],
    ['one that is and one that is not', two(), [A.id, 77], refused('product_not_refundable')],
    ['a refunded product', two({ refunds: [backA] }), [A.id], refused('product_not_refundable')],
    ['the other product', two({ refunds: [backA] }), [B.id], refund(3000, B.id)],
    ['a product whose refund failed', two({ refunds: [{ ...backA, failed: true }] }), [A.id], refund(4900, A.id)],
    ['as much as is left', two({ refunded: 3000 }), [A.id], refund(4900, A.id)],
    ['a cent more than is left', two({ refunded: 3001 }), [A.id], refused('products_too_high')],
    [
      'a product that cost nothing',
      aPayment({ lines: [aLine({ amount: 0 })] }),
      [A.id],
      refused('product_not_refundable'),
    ],
    [
      'a product of unknown amount',
      aPayment({ lines: [aLine({ amount: null })] }),
      [A.id],
      refused('product_not_refundable'),
    ],
    ['fully refunded', two({ refunded: 7900 }), [], refused('fully_refunded')],
    ['fully refunded and disputed', two({ refunded: 7900, disputes: ['open'] }), [], refused('fully_refunded')],
    ['disputed', two({ disputes: ['open'] }), [], refused('dispute_open')],
    ['a dispute was lost', two({ disputes: ['lost'] }), [], refused('dispute_lost')],
    ['a dispute was won', two({ disputes: ['won'] }), [], refund(7900)],
    ['nothing was charged', two({ charged: 0 }), [], refused('payment_not_paid')],
    ...(['open', 'expired', 'pending', 'failed'] as const).map((status): (typeof cases)[number] => [
      status,
      two({ status, refunded: 7900 }),
      [],
      refused('payment_not_paid'),
    ]),
  ]
  for (const [name, payment, productIds, plan] of cases) t.strictSame(planRefund(payment, productIds), plan, name)
})

const small = fc.integer({ min: 0, max: 4 })
const product = fc.constantFrom(A.id, B.id)
const payments = fc.record({
  charged: fc.option(small),
  refunded: small,
  refunds: fc.array(
    fc.record({ amount: small, failed: fc.boolean(), productIds: fc.subarray([A.id, B.id], { maxLength: 1 }) }),
    { maxLength: 2 },
  ),
  lines: fc
    .uniqueArray(fc.record({ productId: product, amount: small }), { selector: l => l.productId, minLength: 1 })
    .map(lines => lines.map(l => aLine(l))),
  disputes: fc.constantFrom<Payment['disputes']>([], [], [], ['won'], ['open'], ['lost']),
  status: fc.constantFrom<CheckoutStatus>('paid', 'paid', 'paid', 'flagged', 'open', 'pending'),
})
const requests = fc.array(product, { maxLength: 3 })

holds(t, 'a refund is positive and never more than is left', [payments, requests], (over, request) => {
  const payment = aPayment({ ...over, total: 4 })
  const plan = planRefund(payment, request)
  return !plan.ok || (plan.amount > 0 && plan.amount <= refundable(payment))
})

holds(t, 'repeating a refund never refunds a product twice', [payments, requests], (over, request) => {
  const payment = aPayment({ ...over, total: 4 })
  const plan = planRefund(payment, request)
  if (!plan.ok || plan.productIds.length === 0) return true
  const { amount, productIds } = plan
  return !planRefund({ ...payment, refunds: [...payment.refunds, { amount, failed: false, productIds }] }, request).ok
})

t.test('previews what a refund will do', async t => {
  const nameOf = (id: number) => (id === A.id ? A.name : B.name)
  const course = aCourse({ products: [A, B] })
  const inside = anEntitlement({ course, processedAt: NOW, source: 'card', paid: [A.id, B.id] })
  const says = (payments: Payment[], productIds: number[], amount: number, entitlement = inside) =>
    describeRefund(
      refundEffects({
        plan: { ok: true, amount, productIds },
        checkoutId: 1,
        currency: 'usd',
        payments,
        entitlement,
        policy: { disputeTakesAccess: false },
        nameOf,
      }),
    ).slice(0, -1)
  t.strictSame(says([two()], [A.id], 4900), [
    'You refund $49.00 to the card that paid. We keep $30.00 of this payment.',
    'No longer paid for: Product A.',
    'Ana in ASL 1 loses access.',
  ])
  t.strictSame(says([two()], [], 7900), [
    'You refund $79.00 to the card that paid.',
    'No longer paid for: Product A, Product B.',
    'Ana in ASL 1 loses access.',
  ])
  t.strictSame(says([two()], [], 7899), [
    'You refund $78.99 to the card that paid. We keep $0.01 of this payment.',
    'Ana in ASL 1 keeps access.',
  ])
  const second = aPayment({ checkoutId: 2 })
  t.strictSame(says([two(), second], [A.id], 4900), [
    'You refund $49.00 to the card that paid. We keep $30.00 of this payment.',
    'Ana in ASL 1 keeps access.',
  ])
  const byCode = { ...inside, codes: [aHeldCode()] }
  t.strictSame(says([two()], [A.id], 4900, byCode).slice(1), ['Ana in ASL 1 keeps access.'])
  const out = anEntitlement({ course, paid: [A.id, B.id] })
  t.strictSame(says([two()], [B.id], 3000, out).slice(1), [
    'No longer paid for: Product B.',
    'Ana in ASL 1 already has no access.',
  ])
  const effects = refundEffects({
    plan: { ok: true, amount: 1, productIds: [] },
    checkoutId: 1,
    currency: 'usd',
    payments: [two()],
    entitlement: inside,
    policy: { disputeTakesAccess: false },
    nameOf,
  })
  t.equal(describeRefund(effects).at(-1), "A refund can't be undone.")
  t.equal(effectsKey(effects), effectsKey({ ...effects }))
  t.not(effectsKey(effects), effectsKey({ ...effects, access: 'lost' }), 'it differs when the effects do')
})

t.test('each reason has its status, sentence and field', async t => {
  const table: Record<RefundReason, [status: number, text: string, field?: string]> = {
    payment_not_found: [404, 'Payment not found'],
    payment_not_paid: [409, 'This checkout was not paid, so there is nothing to refund.'],
    fully_refunded: [409, 'This payment is already fully refunded.'],
    dispute_open: [409, 'You cannot refund a disputed payment here. For an inquiry, refund it at the card provider.'],
    dispute_lost: [409, 'We lost the dispute, so the cardholder already has the money.'],
    refunded_changed: [409, 'This payment just changed. Check again what a refund will do.'],
    effects_changed: [409, 'This payment just changed. Check again what a refund will do.', 'confirmed'],
    products_too_high: [409, 'This is more than the rest of this payment.', 'product_ids'],
    product_not_refundable: [409, 'This payment has no such product, or it is already refunded.', 'product_ids'],
    reason_required: [422, 'Enter a reason. Your colleagues can read it in the history.', 'reason'],
    refund_provider_away: [
      502,
      'The card service is not answering. Try again in a minute. You cannot refund twice by mistake.',
    ],
    refund_under_way: [
      409,
      'Another refund of this payment is under way. Wait a minute, then look at the payment again.',
    ],
    refund_refused: [409, 'The card service refused this refund. Check there whether the payment is disputed.'],
    refund_failed: [409, 'The bank refused the refund. Refund it in another way.'],
    flag_not_found: [404, 'Flag not found'],
    note_required: [422, 'Say what you did.', 'note'],
    no_card_provider: [409, 'No card provider is set up here.'],
  }
  for (const [name, [status, message, field]] of Object.entries(table)) {
    const reason = name as RefundReason
    t.equal(httpStatus(refundStatus, reason), status, reason)
    t.strictSame(refundRefusals[reason], { message, ...(field ? { field } : {}) }, reason)
  }
})
