import * as z from 'zod'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { type Call, call, refuse, toRefusal } from '#src/http/staff-calls.ts'
import type { StaffPayment } from '#src/payments/index.ts'
import { RefundForm, refundMessages } from '#src/payments/rules/refund.ts'

/** Converts a payment to JSON. Amounts are in minor units, times in ISO 8601. */
const wirePayment = ({ checkout, flags, lines, ...p }: StaffPayment) => ({
  session_id: checkout.sessionId,
  payment_intent: checkout.paymentIntent,
  status: p.status,
  livemode: checkout.livemode,
  currency: checkout.currency,
  amount: checkout.amount,
  total: p.total,
  total_text: p.total === null ? null : moneyText({ amount: p.total, currency: checkout.currency }),
  refunded: p.refunded,
  refundable: p.refundable,
  disputes: p.disputes,
  refunds: p.refunds.map(r => ({ amount: r.amount, failed: r.failed, product_ids: r.productIds })),
  lines: lines.map(l => ({
    product_id: l.productId,
    product: l.product,
    amount: l.amount,
    covers: l.covers,
    refundable: l.refundable,
  })),
  flags: flags.map(f => ({
    id: f.id,
    kind: f.kind,
    sentence: f.sentence,
    opened_at: f.openedAt.toISOString(),
    closed_at: f.closedAt?.toISOString() ?? null,
    closed_by: f.closedBy,
    note: f.note,
  })),
  receipt_email: checkout.receiptEmail,
  created_at: checkout.createdAt.toISOString(),
  completed_at: checkout.completedAt?.toISOString() ?? null,
})

/** Calls to review and refund card payments. */
export const paymentCalls: Call[] = [
  call({
    method: 'POST',
    path: '/twa/get_payments',
    does: 'Lists the card checkouts of one person in one course, by token.',
    answers: ['payments'],
    body: z.object({ token: z.string() }),
    async run({ body, staff, modules }) {
      const found = await modules.payments.listPersonPayments(body.token, staff)
      return found ? { payments: found.payments.map(wirePayment) } : refuse(404, adminMessages.neither)
    },
  }),
  call({
    method: 'POST',
    path: '/twa/refund_payment',
    does: 'Refunds everything left, some products, or an amount. Refunded products lose access; a refund by amount removes none, and needs the current value of `refunded`.',
    answers: ['message', 'amount', 'currency', 'token'],
    body: RefundForm,
    async run({ body, staff, modules }) {
      const { session_id, product_ids = [], ...wished } = body
      const wish = { sessionId: session_id, productIds: product_ids, ...wished }
      const result = await modules.payments.refundPayment(wish, staff)
      if (result.kind === 'refused') return toRefusal(result)
      const { kind: _, ...rest } = result
      return { message: refundMessages.done, ...rest }
    },
  }),
  call({
    method: 'GET',
    path: '/twa/payment_flags',
    does: 'Lists payments that need review, oldest first.',
    answers: ['flags'],
    run: async ({ modules }) => ({
      flags: (await modules.payments.listPaymentFlags()).map(f => ({
        id: f.id,
        kind: f.kind,
        sentence: f.sentence,
        opened_at: f.openedAt.toISOString(),
        session_id: f.sessionId,
        payment_intent: f.paymentIntent,
        amount: f.amount,
        amount_text: moneyText(f),
        currency: f.currency,
        token: f.token,
        email: f.email,
        name: f.name,
        context_title: f.course,
      })),
    }),
  }),
  call({
    method: 'POST',
    path: '/twa/close_payment_flag',
    does: 'Closes a flag permanently.',
    answers: ['message'],
    body: z.object({ id: z.int(), note: z.string().trim().max(500).optional() }),
    run: async ({ body, staff, modules }) =>
      (await modules.payments.closePaymentFlag(body, staff))
        ? { message: refundMessages.flagClosed }
        : refuse(404, refundMessages.flagNotFound),
  }),
  call({
    method: 'POST',
    path: '/twa/reconcile_payments',
    does: "Starts the nightly reconciliation now: compares the card provider's sessions of the last week with our data.",
    answers: ['message'],
    run: async ({ staff, modules }) =>
      (await modules.payments.startReconciliation(staff))
        ? { message: refundMessages.started }
        : refuse(409, refundMessages.noCard),
  }),
  call({
    method: 'GET',
    path: '/twa/reconciliations',
    does: 'Lists reconciliations, newest first: what was fixed, and what needs a person.',
    answers: ['reconciliations'],
    run: async ({ modules }) => ({
      reconciliations: (await modules.payments.listReconciliations()).map(r => ({
        at: r.at.toISOString(),
        actor: r.actor,
        compared: r.compared,
        healed: r.healed,
        open: r.open,
      })),
    }),
  }),
]
