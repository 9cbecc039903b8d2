import { giveAccess } from './access.ts'
import { afterSale } from './after-sale.ts'
import { daysAfter, minutesAfter } from './calendar.ts'
import type { CodeStock } from './codes.ts'
import { type Maker, PRICE, type TermProduct } from './maker.ts'
import { addCheckout, addFlag, addLine, pay } from './payment-rows.ts'
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

const addEvent = ({ add, random }: Maker, at: Date): string => {
  const id = `evt_term${random.text(20)}`
  add('stripeEvents', { id, type: 'checkout.session.completed', takenAt: at })
  return id
}
