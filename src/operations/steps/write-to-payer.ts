import { type CardSession, moneyText } from '../../domain/card.ts'
import { testModeMessage } from '../../domain/checkout.ts'
import { courseName } from '../../domain/course.ts'
import type { Subject } from '../../domain/entitlement.ts'
import type { Tx } from '../../store/db.ts'
import type { Checkout } from '../../store/queries/checkouts.ts'
import { getEntitlement } from '../../store/queries/entitlements.ts'
import type { Deps } from '../deps.ts'
import { writeMessage } from './write-message.ts'

interface PayerMessage {
  checkout: Checkout
  session: CardSession
  subject: Subject
  now: Date
}

/** Prefers the address entered for the receipt over the one the provider has. */
const recipientOf = ({ checkout, session }: PayerMessage): string | null => checkout.receiptEmail ?? session.email

/** Queues the receipt of a payment, once per checkout. */
export const sendReceipt = async (deps: Deps, tx: Tx, about: PayerMessage): Promise<void> => {
  const { checkout, session, subject, now } = about
  const recipient = recipientOf(about)
  if (!recipient) return
  const { currency, subtotal, total } = session
  const { course, school, name } = await getEntitlement(tx, subject)
  const names = new Map(course.products.map(p => [p.id, p.name]))
  const money = (amount: number) => moneyText({ amount, currency })
  await writeMessage(tx, deps.jobs, `receipt:${checkout.sessionId}`, {
    kind: 'receipt',
    recipient,
    name,
    course: courseName(course),
    school: school.name,
    lines: [
      ...checkout.lines.map(({ productId, priceId }) => ({
        product: names.get(productId) ?? 'A product of your course',
        amount: money(session.lines.find(l => l.priceId === priceId)?.amount ?? 0),
      })),
      ...(total > subtotal ? [{ product: 'Sales tax, included', amount: money(total - subtotal) }] : []),
    ],
    total: money(total),
    ...(session.livemode ? {} : { note: testModeMessage }),
    paidAt: now.toISOString(),
    reference: checkout.sessionId.slice(-10),
  })
}

/** Queues a message about a bank payment that failed, possibly days after checkout. */
export const sendFailure = async (deps: Deps, tx: Tx, about: PayerMessage): Promise<void> => {
  const recipient = recipientOf(about)
  if (!recipient) return
  const { course, school, name } = await getEntitlement(tx, about.subject)
  const words = { recipient, name, course: courseName(course), school: school.name }
  await writeMessage(tx, deps.jobs, `failed:${about.checkout.sessionId}`, { kind: 'payment-failed', ...words })
}
