import { dayOf } from '#src/core/rules/business-day.ts'
import { csvLine, decimal } from '#src/core/rules/csv.ts'
import { plainAmount } from '#src/core/rules/money.ts'
import { parseTerm, type Term, termOf } from '#src/courses/rules/course-list.ts'

/** Sales: what schools use, this term and in the same term a year before, and what was paid by card. */

/** Returns a term, this one unless asked for another, with the same term of the year before. */
export const termsOfSales = (now: Date, key?: string): { term: Term; before: Term } => {
  const term = parseTerm(key) ?? termOf(now)
  const [year, name] = term.key.split('-')
  return { term, before: parseTerm(`${Number(year) - 1}-${name}`)! }
}

/** A school with what it bought and used. */
export interface SchoolSales {
  id: number
  name: string
  /** Uses of the codes made or imported for it, without those that were voided. */
  seats: number
  used: number
  /** Students who got access in courses of the term, and of the same term a year before. */
  students: number
  studentsBefore: number
  lastLaunch: Date | null
}

/** Returns true if a school had students a year ago, and has none this term. */
export const isNotBack = ({ students, studentsBefore }: Pick<SchoolSales, 'students' | 'studentsBefore'>): boolean =>
  studentsBefore > 0 && students === 0

/** A card payment with its money, from which the revenue is counted. Amounts are in minor units, times in lists text. */
export interface PaidCheckout {
  sessionId: string
  paymentIntent: string | null
  currency: string
  completedAt: Date
  total: number
  /** Refunded by the card provider, known refunds or not. */
  refunded: number
  lines: { product: string; amount: number | null }[]
  /** `products` is empty if the refund was made at the provider. */
  refunds: { id: string; amount: number; failed: boolean; at: string; products: string[] }[]
  disputes: { id: string; state: string; at: string }[]
}

const salesKinds = { paid: 'Paid', refund: 'Refund', dispute: 'Disputed' } as const

/** A part of a payment, a refund or a dispute, for one product. */
export interface SalesEntry {
  kind: keyof typeof salesKinds
  at: Date
  product: string
  currency: string
  amount: number
  sessionId: string
  paymentIntent: string | null
  /** Stripe's id of the refund or the dispute. */
  reference: string | null
}

/** Splits an amount by weights into whole minor units. The parts sum up to it. */
export const split = (amount: number, weights: number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let rest = amount
  let left = sum
  return weights.map((weight, at) => {
    const part = left === 0 ? Math.round(rest / (weights.length - at)) : Math.round((rest * weight) / left)
    rest -= part
    left -= weight
    return part
  })
}

/** Returns the entries of a payment. What names no product is split by the prices of the products. */
export const entriesOf = (payment: PaidCheckout): SalesEntry[] => {
  const { sessionId, paymentIntent, currency, completedAt, total, lines, refunds, disputes } = payment
  const isPriced = lines.every(line => line.amount !== null)
  const weights = lines.map(line => (isPriced ? (line.amount ?? 0) : 1))
  const entries = (
    kind: SalesEntry['kind'],
    at: Date,
    amount: number,
    { reference = null, products = [] }: { reference?: string | null; products?: string[] } = {},
  ): SalesEntry[] => {
    const named = lines.map(line => products.includes(line.product))
    const isNamed = named.some(Boolean)
    const parts = split(
      amount,
      weights.map((weight, i) => (isNamed && !named[i] ? 0 : weight)),
    )
    return lines.flatMap(({ product }, i) =>
      parts[i] ? [{ kind, at, product, currency, amount: parts[i]!, sessionId, paymentIntent, reference }] : [],
    )
  }
  const live = refunds.filter(r => !r.failed)
  const sumOf = (some: { amount: number }[]) => some.reduce((all, { amount }) => all + amount, 0)
  const known = sumOf(live)
  const refunded = Math.max(payment.refunded - sumOf(refunds.filter(r => r.failed)), known)
  const lost = disputes.filter(d => d.state === 'open' || d.state === 'lost').slice(0, 1)
  return [
    ...entries('paid', completedAt, total),
    ...live.flatMap(r => entries('refund', new Date(r.at), r.amount, { reference: r.id, products: r.products })),
    ...(refunded > known ? entries('refund', completedAt, refunded - known) : []),
    ...lost.flatMap(d => entries('dispute', new Date(d.at), Math.max(total - refunded, 0), { reference: d.id })),
  ]
}

/** Revenue of one product in one month and currency. */
interface RevenueRow {
  /** '2026-11', in the business zone. */
  month: string
  product: string
  currency: string
  paid: number
  refunded: number
  disputed: number
}

const COLUMNS = { paid: 'paid', refund: 'refunded', dispute: 'disputed' } as const

/** Sums entries by month, product and currency, the newest month first. Currencies are never added. */
export const revenueOf = (entries: SalesEntry[], timezone: string): RevenueRow[] => {
  const rows = new Map<string, RevenueRow>()
  for (const { kind, at, product, currency, amount } of entries) {
    const month = dayOf(at, timezone).slice(0, 7)
    const key = JSON.stringify([month, product, currency])
    const row = rows.get(key) ?? { month, product, currency, paid: 0, refunded: 0, disputed: 0 }
    row[COLUMNS[kind]] += amount
    rows.set(key, row)
  }
  const order = ({ product, currency }: RevenueRow) => `${product} ${currency}`
  return [...rows.values()].sort((a, b) => b.month.localeCompare(a.month) || order(a).localeCompare(order(b)))
}

export const netOf = ({ paid, refunded, disputed }: RevenueRow): number => paid - refunded - disputed

/** Returns the lines of the CSV file of schools. */
export const schoolsCsv = (schools: SchoolSales[], { term, before }: ReturnType<typeof termsOfSales>, zone: string) => [
  csvLine([
    ...['School', 'Seats bought', 'Seats used', `Students ${term.label}`, `Students ${before.label}`],
    ...['Last launch', 'Not back yet'],
  ]),
  ...schools.map(s => {
    const last = s.lastLaunch && dayOf(s.lastLaunch, zone)
    return csvLine([s.name, s.seats, s.used, s.students, s.studentsBefore, last, isNotBack(s) ? 'yes' : 'no'])
  }),
]

/** Returns each payment, refund and dispute as a line of a CSV file for each product. Refunds and disputes are negative. */
export const revenueCsv = (entries: SalesEntry[], timezone: string): string[] => [
  csvLine([
    ...['Date', 'Month', 'Kind', 'Product', 'Amount', 'Currency'],
    ...['Checkout', 'Payment intent', 'Refund or dispute'],
  ]),
  ...entries.map(e => {
    const day = dayOf(e.at, timezone)
    const amount = plainAmount({ ...e, amount: e.kind === 'paid' ? e.amount : -e.amount })
    const cells = [salesKinds[e.kind], e.product, decimal(amount), e.currency]
    return csvLine([day, day.slice(0, 7), ...cells, e.sessionId, e.paymentIntent, e.reference])
  }),
]
