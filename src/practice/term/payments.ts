import type { CheckoutStatus, Finding, FlagKind } from '#src/access/rules/payment.ts'
import { moneyText } from '#src/core/rules/money.ts'
import type { TermRow } from '../store/term-tables.ts'
import { addMessage, clearAccess, giveAccess } from './access.ts'
import { daysAfter, minutesAfter } from './calendar.ts'
import type { CodeStock } from './codes.ts'
import { type Maker, PRICE, type TermProduct } from './maker.ts'
import { attachCode, type TermStudent } from './student-row.ts'

/** Shares of card payments. */
const HAS_A_CODE_TOO = 0.3
/** Share of the payments of the last three weeks. */
const WRONG_AMOUNT = 0.008

interface Buying {
  at: Date
  end: Date
  products: TermProduct[]
  stocks: CodeStock[]
}

interface Paid {
  id: number
  session: string
  intent: string
  at: Date
  amount: number
  lines: TermRow<'checkoutLines'>[]
  charge: TermRow<'cardPayments'>
}

/** A student pays by card, some of them for what their code does not cover. What may follow a sale follows. */
export const buy = (maker: Maker, student: TermStudent, { at, end, products, stocks }: Buying): void => {
  const { random, school } = maker
  const [first, ...rest] = products
  const hasCode = rest.length > 0 && school.acceptsAccessCode && random.chance(HAS_A_CODE_TOO)
  if (hasCode) attachCode(maker, student, { at: minutesAfter(at, -1), stock: stocks[0]!, product: first! })
  const leftAt = daysAfter(at, -random.between(2, 5))
  if (leftAt > student.row.createdAt! && random.chance(0.4)) leaveCheckout(maker, student, leftAt)
  const bought = hasCode ? rest : products
  if (at > daysAfter(maker.now, -21) && random.chance(WRONG_AMOUNT)) payWrongAmount(maker, student, at, bought)
  else payRightAmount(maker, student, { at, end, products: bought })
}

const payRightAmount = (maker: Maker, student: TermStudent, { at, end, products }: Omit<Buying, 'stocks'>): void => {
  const paid = pay(maker, student, { at, products })
  giveAccess(maker, student, { at, end, source: 'card' })
  student.row.stripeEventId = addEvent(maker, at)
  const after = daysAfter(at, maker.random.between(1, 20))
  if (after < maker.now && after < end) afterSale(maker, student, { paid, at: after, bought: products })
}

interface Selling {
  at: Date
  products: TermProduct[]
  status?: CheckoutStatus
  findings?: Finding[]
  total?: number
}

/** Adds a paid checkout with its lines and its charge. */
const pay = (
  maker: Maker,
  student: TermStudent,
  { at, products, status = 'paid', findings = [], total }: Selling,
): Paid => {
  const { random, add } = maker
  const amount = products.length * PRICE
  const session = `cs_test_term${random.text(40)}`
  const intent = `pi_term${random.text(20)}`
  const id = addCheckout(maker, student, {
    session,
    amount,
    createdAt: minutesAfter(at, -random.between(1, 4)),
    status,
    intent,
    total: total ?? amount,
    findings,
    completedAt: at,
  })
  const covers = status === 'paid'
  const lines = products.map(product => addLine(maker, { checkoutId: id, product, amount: total ?? PRICE, covers }))
  student.paidLines.push(...lines)
  const charge = { paymentIntent: intent, charged: total ?? amount, refunded: 0 }
  add('cardPayments', charge)
  if (status === 'paid')
    addMessage(maker, student, {
      key: `receipt:${session}`,
      kind: 'receipt',
      at,
      bounces: false,
      data: {
        lines: products.map(p => ({ product: p.name, amount: money(PRICE) })),
        total: money(amount),
        reference: session.slice(-10),
        paidAt: at.toISOString(),
      },
    })
  return { id, session, intent, at, amount, lines, charge }
}

const money = (amount: number): string => moneyText({ amount, currency: 'usd' })

interface NewCheckout {
  session: string
  amount: number
  createdAt: Date
  status: CheckoutStatus
  intent: string | null
  total: number | null
  findings: Finding[]
  completedAt: Date | null
}

const addCheckout = ({ add }: Maker, { kind, id, person }: TermStudent, checkout: NewCheckout): number => {
  const { session, intent, ...rest } = checkout
  return add('checkouts', {
    ...rest,
    stripeSessionId: session,
    paymentIntent: intent,
    enrollmentId: kind === 'enrollment' ? id : null,
    membershipId: kind === 'membership' ? id : null,
    currency: 'usd',
    livemode: false,
    receiptEmail: person.email,
    expiresAt: daysAfter(checkout.createdAt, 1),
    checkedAt: null,
  })
}

interface NewLine {
  checkoutId: number
  product: TermProduct
  amount: number | null
  covers: boolean
}

const addLine = ({ add }: Maker, { checkoutId, product, amount, covers }: NewLine): TermRow<'checkoutLines'> => {
  const line = { checkoutId, productId: product.id, priceId: product.stripePriceId, amount, covers, voidedAt: null }
  add('checkoutLines', line)
  return line
}

/** A checkout that the student opened and left. */
export const leaveCheckout = (maker: Maker, student: TermStudent, at: Date): void => {
  const { products } = student.course
  const id = addCheckout(maker, student, {
    session: `cs_test_term${maker.random.text(40)}`,
    amount: products.length * PRICE,
    createdAt: at,
    status: 'expired',
    intent: null,
    total: null,
    findings: [],
    completedAt: null,
  })
  for (const product of products) addLine(maker, { checkoutId: id, product, amount: null, covers: false })
}

/** A payment of another amount than asked gives no access and waits for staff. */
const payWrongAmount = (maker: Maker, student: TermStudent, at: Date, products: TermProduct[]): void => {
  const total = PRICE - 1000
  const { id } = pay(maker, student, {
    at,
    products: products.slice(0, 1),
    status: 'flagged',
    findings: ['wrong_amount'],
    total,
  })
  addFlag(maker, { checkoutId: id, kind: 'wrong_amount', openedAt: at })
}

/** A colleague closes a flag some days later, if that is in the past. */
interface NewFlag {
  checkoutId: number
  kind: FlagKind
  openedAt: Date
  closed?: { at: Date; by: string; note: string | null }
}

const addFlag = ({ add }: Maker, { checkoutId, kind, openedAt, closed }: NewFlag): void => {
  const ended = { closedAt: closed?.at ?? null, closedBy: closed?.by ?? null, note: closed?.note ?? null }
  add('paymentFlags', { checkoutId, kind, openedAt, ...ended })
}

const addEvent = ({ add, random }: Maker, at: Date): string => {
  const id = `evt_term${random.text(20)}`
  add('stripeEvents', { id, type: 'checkout.session.completed', takenAt: at })
  return id
}

interface Sale {
  paid: Paid
  /** When it follows the sale. */
  at: Date
  bought: TermProduct[]
}

type AfterSale = 'nothing' | 'refund' | 'part' | 'dispute' | 'second'
type Shares = readonly (readonly [AfterSale, number])[]
const SHARES: Shares = [
  ['nothing', 0.955],
  ['refund', 0.03],
  ['part', 0.004],
  ['dispute', 0.005],
  ['second', 0.006],
]
/** The share is larger in the last weeks, so that staff find some that wait for them. */
const RECENT_SHARES: Shares = [
  ['nothing', 0.9],
  ['refund', 0.03],
  ['part', 0.015],
  ['dispute', 0.025],
  ['second', 0.03],
]

const afterSale = (maker: Maker, student: TermStudent, sale: Sale): void => {
  const isRecent = sale.paid.at > daysAfter(maker.now, -28)
  const what = maker.random.weighted(isRecent ? RECENT_SHARES : SHARES)
  if (what === 'refund') refundAll(maker, student, sale)
  if (what === 'part') refundPart(maker, sale)
  if (what === 'dispute') dispute(maker, student, sale)
  if (what === 'second') payAgain(maker, student, sale)
}

const REFUNDED_FOR = [
  'Dropped the course',
  'Has a code from the bookstore',
  'Bought for the wrong section',
  'Parent paid too',
]

const refundAll = (maker: Maker, student: TermStudent, { paid, at, bought }: Sale): void => {
  const { random } = maker
  const reason = random.pick(REFUNDED_FOR)
  refund(maker, student, { paid, at, bought, reason })
  loseAccess(maker, student, { paid, at, reason })
}

const refund = (maker: Maker, student: TermStudent, { paid, at, bought, reason }: Sale & { reason: string }): void => {
  const by = `staff:${maker.support().id}`
  addRefund(maker, { paid, at, amount: paid.amount, productIds: bought.map(p => p.id), madeBy: by })
  maker.record({
    at,
    actor: by,
    action: 'refund-payment',
    kind: student.kind,
    id: student.id,
    after: { payment: paid.session, amount: money(paid.amount), products: bought.map(p => p.productCode) },
    reason,
  })
}

interface NewRefund {
  paid: Paid
  at: Date
  amount: number
  productIds: number[]
  madeBy: string | null
}

const addRefund = ({ add, random }: Maker, { paid, at, amount, productIds, madeBy }: NewRefund): void => {
  paid.charge.refunded = amount
  add('cardRefunds', {
    refundId: `re_term${random.text(20)}`,
    paymentIntent: paid.intent,
    amount,
    failed: false,
    productIds,
    madeBy,
    at,
  })
}

/** A refund or a lost dispute takes what was paid. Codes stay attached. */
const loseAccess = (
  maker: Maker,
  student: TermStudent,
  { paid, at, reason }: { paid: Paid; at: Date; reason: string },
): void => {
  for (const line of paid.lines) line.covers = false
  maker.record({
    at,
    actor: 'system',
    action: 'unprocess',
    kind: student.kind,
    id: student.id,
    before: { source: student.row.source, processedAt: student.row.processedAt },
    after: { voided: [] },
    reason,
  })
  clearAccess(student, at)
}

/** A refund at the provider that names no product only raises a flag. */
const refundPart = (maker: Maker, { paid, at }: Sale): void => {
  addRefund(maker, { paid, at, amount: 1000, productIds: [], madeBy: null })
  addFlag(maker, { checkoutId: paid.id, kind: 'partial_refund', openedAt: at, ...closedLater(maker, at) })
}

const closedLater = (maker: Maker, at: Date): Pick<NewFlag, 'closed'> => {
  const closedAt = daysAfter(at, maker.random.between(0.2, 4))
  if (closedAt > daysAfter(maker.now, -5)) return {}
  return { closed: { at: closedAt, by: `staff:${maker.support().id}`, note: 'Settled with the student' } }
}

const dispute = (maker: Maker, student: TermStudent, { paid, at }: Sale): void => {
  const { add, random, now } = maker
  const decidedAt = daysAfter(at, random.between(12, 30))
  const state = decidedAt > now ? 'open' : random.chance(0.5) ? 'won' : 'lost'
  const decided = state === 'open' ? at : decidedAt
  add('cardDisputes', { disputeId: `dp_term${random.text(20)}`, paymentIntent: paid.intent, state, at: decided })
  const system = { at: decidedAt, by: 'system', note: null }
  addFlag(maker, {
    checkoutId: paid.id,
    kind: 'dispute_open',
    openedAt: at,
    ...(state === 'open' ? {} : { closed: system }),
  })
  if (state !== 'lost') return
  addFlag(maker, { checkoutId: paid.id, kind: 'dispute_lost', openedAt: decidedAt, ...closedLater(maker, decidedAt) })
  if (student.row.accessEndsAt && decidedAt < student.row.accessEndsAt)
    loseAccess(maker, student, { paid, at: decidedAt, reason: 'dispute' })
}

/** Paid twice: the second payment is refunded at once, or waits for staff. */
const payAgain = (maker: Maker, student: TermStudent, { at, bought }: Sale): void => {
  const second = pay(maker, student, { at, products: bought, findings: ['late'] })
  const backAt = daysAfter(at, maker.random.between(0.3, 6))
  const isBack = backAt < daysAfter(maker.now, -3)
  const system = { at: backAt, by: 'system', note: null }
  addFlag(maker, { checkoutId: second.id, kind: 'refund_due', openedAt: at, ...(isBack ? { closed: system } : {}) })
  if (!isBack) return
  refund(maker, student, { paid: second, at: backAt, bought, reason: 'Paid twice' })
  for (const line of second.lines) line.covers = false
}
