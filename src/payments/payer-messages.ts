import { getEntitlement } from '#src/access/entitlements.ts'
import type { Checkout } from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
import type { Language } from '#src/core/rules/language.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { CardSession } from './rules/card-provider.ts'

interface PayerMessage {
  checkout: Checkout
  session: CardSession
  now: Date
}

/** Returns the facts that every message to a payer has, and their row. */
const addressed = async (tx: Tx, { entitlementId, receiptEmail }: Checkout, session?: CardSession) => {
  const entitlement = await getEntitlement(tx, { id: entitlementId })
  const { course, school, name, language } = entitlement
  // The address entered for the receipt comes first.
  const recipient = receiptEmail ?? (session ? session.email : entitlement.email)
  const facts = { language: language ?? 'en', name, course: courseName(course), school: school.name }
  return recipient ? { entitlement, facts: { ...facts, recipient } } : null
}

const noteOf = (livemode: boolean, language: Language) => (livemode ? {} : { note: textsIn(language).pay.testMode })
const referenceOf = (checkout: Checkout): string => checkout.sessionId.slice(-10)

/** Queues the receipt of a payment, once per checkout. */
export const sendReceipt = async (app: Needs<'jobs'>, tx: Tx, { checkout, session, now }: PayerMessage) => {
  const about = await addressed(tx, checkout, session)
  if (!about) return
  const { currency, subtotal, total } = session
  const { language } = about.facts
  const { unnamedProduct, salesTax } = textsIn(language).mails.receipt
  const names = new Map(about.entitlement.course.products.map(p => [p.id, p.name]))
  const money = (amount: number) => moneyText({ amount, currency }, language)
  const lines = checkout.lines.map(({ productId, priceId }) => ({
    product: names.get(productId) ?? unnamedProduct,
    amount: money(session.lines.find(l => l.priceId === priceId)?.amount ?? 0),
  }))
  if (total > subtotal) lines.push({ product: salesTax, amount: money(total - subtotal) })
  await queueMessage(tx, app.jobs, `receipt:${checkout.sessionId}`, {
    kind: 'receipt',
    ...about.facts,
    lines,
    total: money(total),
    ...noteOf(session.livemode, language),
    paidAt: now.toISOString(),
    reference: referenceOf(checkout),
  })
}

/** Queues a message about a bank payment that failed, possibly days after checkout. */
export const sendFailure = async (app: Needs<'jobs'>, tx: Tx, { checkout, session }: PayerMessage) => {
  const about = await addressed(tx, checkout, session)
  if (about)
    await queueMessage(tx, app.jobs, `failed:${checkout.sessionId}`, { kind: 'payment-failed', ...about.facts })
}

interface Refund {
  checkout: Checkout
  refundId: string
  amount: number
  products: string[]
}

/** Queues a message about a refund, once for each. */
export const sendRefunded = async (app: Needs<'jobs'>, tx: Tx, { checkout, refundId, amount, products }: Refund) => {
  const about = await addressed(tx, checkout)
  if (!about) return
  const { language } = about.facts
  await queueMessage(tx, app.jobs, `refund:${refundId}`, {
    kind: 'refund',
    ...about.facts,
    amount: moneyText({ amount, currency: checkout.currency }, language),
    products,
    ...noteOf(checkout.livemode, language),
    reference: referenceOf(checkout),
  })
}
