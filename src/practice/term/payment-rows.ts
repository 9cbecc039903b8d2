import type { CheckoutStatus, Finding, FlagKind } from '#src/access/rules/payment.ts'
import { moneyText } from '#src/core/rules/money.ts'
import type { TermRow } from '../store/term-tables.ts'
import { addMessage } from './access.ts'
import { daysAfter, minutesAfter } from './calendar.ts'
import { type Maker, PRICE, type TermProduct } from './maker.ts'
import type { TermStudent } from './student-row.ts'

export interface Paid {
  id: number
  session: string
  intent: string
  at: Date
  amount: number
  lines: TermRow<'checkoutLines'>[]
  charge: TermRow<'cardPayments'>
}

interface Selling {
  at: Date
  products: TermProduct[]
  status?: CheckoutStatus
  findings?: Finding[]
  total?: number
}

/** Adds a paid checkout with its lines and its charge. */
export const pay = (
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

export const money = (amount: number): string => moneyText({ amount, currency: 'usd' })

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

export const addCheckout = ({ add }: Maker, { kind, id, person }: TermStudent, checkout: NewCheckout): number => {
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

export const addLine = ({ add }: Maker, { checkoutId, product, amount, covers }: NewLine): TermRow<'checkoutLines'> => {
  const line = { checkoutId, productId: product.id, priceId: product.stripePriceId, amount, covers, voidedAt: null }
  add('checkoutLines', line)
  return line
}

/** A colleague closes a flag some days later, if that is in the past. */
export interface NewFlag {
  checkoutId: number
  kind: FlagKind
  openedAt: Date
  closed?: { at: Date; by: string; note: string | null }
}

export const addFlag = ({ add }: Maker, { checkoutId, kind, openedAt, closed }: NewFlag): void => {
  const ended = { closedAt: closed?.at ?? null, closedBy: closed?.by ?? null, note: closed?.note ?? null }
  add('paymentFlags', { checkoutId, kind, openedAt, ...ended })
}
