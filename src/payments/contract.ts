import * as z from 'zod'
import { accessStatus } from '#src/access/contract.ts'
import { checkoutStatuses, disputeStates, flagKinds } from '#src/access/rules/payment.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { answers } from '#src/core/rules/problem.ts'
import { gateStatus } from '#src/courses/contract.ts'
import type { ExplainedFlag, StaffPayment } from './list-payments.ts'
import type { CheckoutReason } from './rules/checkout-messages.ts'
import { RefundForm, type RefundReason } from './rules/refund.ts'
import type { WebhookReason } from './rules/webhook.ts'
import type { Reconciliation } from './store/reconciliations.ts'

/** HTTP statuses of the reasons to refuse a checkout. */
export const checkoutStatus: Record<CheckoutReason, number> = {
  ...gateStatus,
  token_not_found: accessStatus.token_not_found,
  terms_not_agreed: 422,
  card_not_set_up: 409,
  card_not_set_up_use_code: 409,
  receipt_email_required: 422,
  receipt_email_invalid: 422,
  too_many_checkouts: 429,
  payment_pending: 409,
  payment_under_review: 409,
  checkout_outdated: 409,
  checkout_refused: 502,
  checkout_provider_away: 502,
  checkout_unchecked: 502,
}

/** HTTP statuses of the reasons to refuse a call of staff. */
export const refundStatus: Record<RefundReason, number> = {
  payment_not_found: 404,
  payment_not_paid: 409,
  fully_refunded: 409,
  dispute_open: 409,
  dispute_lost: 409,
  products_and_amount: 422,
  refunded_required: 422,
  refunded_changed: 409,
  effects_changed: 409,
  amount_too_high: 409,
  products_too_high: 409,
  product_not_refundable: 409,
  reason_required: 422,
  refund_provider_away: 502,
  refund_under_way: 409,
  refund_refused: 409,
  refund_failed: 409,
  flag_not_found: 404,
  note_required: 422,
  no_card_provider: 409,
}

/** HTTP statuses of the reasons to refuse an event of the card provider. */
export const webhookStatus: Record<WebhookReason, number> = { signature_invalid: 400, webhook_not_set_up: 404 }

const tags = ['Payments']

/** Amounts are in minor units, times in ISO 8601. */
const WirePayment = z.object({
  session_id: z.string(),
  payment_intent: z.string().nullable(),
  status: z.enum(checkoutStatuses),
  livemode: z.boolean(),
  currency: z.string(),
  amount: z.int(),
  total: z.int().nullable(),
  total_text: z.string().nullable(),
  refunded: z.int(),
  refundable: z.int(),
  disputes: z.array(z.enum(disputeStates)),
  refunds: z.array(z.object({ amount: z.int(), failed: z.boolean(), product_ids: z.array(z.int()) })),
  lines: z.array(
    z.object({
      product_id: z.int(),
      product: z.string(),
      amount: z.int().nullable(),
      covers: z.boolean(),
      refundable: z.boolean(),
    }),
  ),
  flags: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(flagKinds),
      sentence: z.string(),
      opened_at: z.string(),
      closed_at: z.string().nullable(),
      closed_by: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  receipt_email: z.string().nullable(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})

export const toWirePayment = ({ checkout, flags, lines, ...p }: StaffPayment): z.infer<typeof WirePayment> => ({
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

export const listPaymentsCall = {
  tags,
  summary: 'Lists the card checkouts of one person in one course, by token.',
  body: z.object({ token: z.string() }),
  response: answers(z.object({ payments: z.array(WirePayment) })),
}
export const refundPaymentCall = {
  tags,
  summary:
    'Refunds everything left, some products, or an amount. Refunded products lose access; a refund by amount removes none, and needs the current value of `refunded`.',
  body: RefundForm,
  response: answers(z.object({ message: z.string(), amount: z.int(), currency: z.string(), token: z.string() })),
}

const WireFlag = z.object({
  id: z.int(),
  kind: z.enum(flagKinds),
  sentence: z.string(),
  opened_at: z.string(),
  session_id: z.string(),
  payment_intent: z.string().nullable(),
  amount: z.int(),
  amount_text: z.string(),
  currency: z.string(),
  token: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  context_title: z.string(),
})

export const toWireFlag = (f: ExplainedFlag): z.infer<typeof WireFlag> => ({
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
})

export const listFlagsCall = {
  tags,
  summary: 'Lists payments that need review, oldest first.',
  response: answers(z.object({ flags: z.array(WireFlag) })),
}
export const closeFlagCall = {
  tags,
  summary: 'Closes a flag. The note says what was done.',
  body: z.object({ id: z.int(), note: z.string().trim().max(500).optional() }),
  response: answers(z.object({ message: z.string() })),
}

const WireReconciliation = z.object({
  at: z.string(),
  actor: z.string(),
  compared: z.int(),
  healed: z.array(z.string()),
  open: z.array(z.string()),
})

export const toWireReconciliation = (r: Reconciliation): z.infer<typeof WireReconciliation> => ({
  at: r.at.toISOString(),
  actor: r.actor,
  compared: r.compared,
  healed: r.healed,
  open: r.open,
})

export const reconcileCall = {
  tags,
  summary:
    "Starts the nightly reconciliation now: compares the card provider's sessions of the last week with our data.",
  response: answers(z.object({ message: z.string() })),
}
export const listReconciliationsCall = {
  tags,
  summary: 'Lists reconciliations, newest first: what was fixed, and what needs a person.',
  response: answers(z.object({ reconciliations: z.array(WireReconciliation) })),
}
