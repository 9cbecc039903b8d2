import { clearAccess } from './access.ts'
import { daysAfter } from './calendar.ts'
import type { Maker, TermProduct } from './maker.ts'
import { addFlag, money, type NewFlag, type Paid, pay } from './payment-rows.ts'
import type { TermStudent } from './student-row.ts'

interface Sale {
  paid: Paid
  /** Time of the event after the sale. */
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

/** Adds what follows a sale: mostly nothing, else a refund, a dispute or a second payment. */
export const afterSale = (maker: Maker, student: TermStudent, sale: Sale): void => {
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
