import { getEntitlement } from '#src/access/entitlements.ts'
import type { Checkout } from '#src/access/settlements.ts'
import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
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

/** Prefers the address entered for the receipt over the one the provider has. */
const recipientOf = ({ checkout, session }: PayerMessage): string | null => checkout.receiptEmail ?? session.email

/** Queues the receipt of a payment, once per checkout. */
export const sendReceipt = async (app: Needs<'jobs'>, tx: Tx, about: PayerMessage): Promise<void> => {
  const { checkout, session, now } = about
  const recipient = recipientOf(about)
  if (!recipient) return
  const { currency, subtotal, total } = session
  const { course, school, name, language: known } = await getEntitlement(tx, { id: checkout.entitlementId })
  const language = known ?? 'en'
  const { mails, pay } = textsIn(language)
  const names = new Map(course.products.map(p => [p.id, p.name]))
  const money = (amount: number) => moneyText({ amount, currency }, language)
  await queueMessage(tx, app.jobs, `receipt:${checkout.sessionId}`, {
    kind: 'receipt',
    language,
    recipient,
    name,
    course: courseName(course),
    school: school.name,
    lines: [
      ...checkout.lines.map(({ productId, priceId }) => ({
        product: names.get(productId) ?? mails.receipt.unnamedProduct,
        amount: money(session.lines.find(l => l.priceId === priceId)?.amount ?? 0),
      })),
      ...(total > subtotal ? [{ product: mails.receipt.salesTax, amount: money(total - subtotal) }] : []),
    ],
    total: money(total),
    ...(session.livemode ? {} : { note: pay.testMode }),
    paidAt: now.toISOString(),
    reference: checkout.sessionId.slice(-10),
  })
}

/** Queues a message about a bank payment that failed, possibly days after checkout. */
export const sendFailure = async (app: Needs<'jobs'>, tx: Tx, about: PayerMessage): Promise<void> => {
  const recipient = recipientOf(about)
  if (!recipient) return
  const { course, school, name, language } = await getEntitlement(tx, { id: about.checkout.entitlementId })
  const words = { language: language ?? 'en', recipient, name, course: courseName(course), school: school.name }
  await queueMessage(tx, app.jobs, `failed:${about.checkout.sessionId}`, { kind: 'payment-failed', ...words })
}

/** Queues a message about a refund, once for each. */
export const sendRefunded = async (
  app: Needs<'jobs'>,
  tx: Tx,
  {
    checkout,
    refundId,
    amount,
    products,
  }: { checkout: Checkout; refundId: string; amount: number; products: string[] },
): Promise<void> => {
  const { course, school, name, email, language: known } = await getEntitlement(tx, { id: checkout.entitlementId })
  const recipient = checkout.receiptEmail ?? email
  if (!recipient) return
  const language = known ?? 'en'
  await queueMessage(tx, app.jobs, `refund:${refundId}`, {
    kind: 'refund',
    language,
    recipient,
    name,
    course: courseName(course),
    school: school.name,
    amount: moneyText({ amount, currency: checkout.currency }, language),
    products,
    ...(checkout.livemode ? {} : { note: textsIn(language).pay.testMode }),
    reference: checkout.sessionId.slice(-10),
  })
}
