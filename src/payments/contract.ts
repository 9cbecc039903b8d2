import { accessStatus } from '#src/access/contract.ts'
import { withStatus } from '#src/core/rules/outcome.ts'
import { gateStatus } from '#src/courses/contract.ts'
import type { WebhookReason } from './rules/card-provider.ts'
import type { RefundReason } from './rules/refund.ts'

/** HTTP statuses of the reasons to refuse a checkout. */
export const checkoutStatus = {
  ...gateStatus,
  token_not_found: accessStatus.token_not_found,
  ...withStatus(409, 'card_not_set_up', 'card_not_set_up_use_code', 'payment_pending', 'payment_under_review'),
  ...withStatus(409, 'checkout_outdated'),
  ...withStatus(422, 'terms_not_agreed', 'receipt_email_required', 'receipt_email_invalid'),
  ...withStatus(429, 'too_many_checkouts'),
  ...withStatus(502, 'checkout_refused', 'checkout_provider_away', 'checkout_unchecked'),
}
export type CheckoutReason = keyof typeof checkoutStatus

/** HTTP statuses of the reasons to refuse a call of staff. */
export const refundStatus: Record<RefundReason, number> = {
  ...withStatus(404, 'payment_not_found', 'flag_not_found'),
  ...withStatus(409, 'payment_not_paid', 'fully_refunded', 'dispute_open', 'dispute_lost', 'refunded_changed'),
  ...withStatus(409, 'effects_changed', 'amount_too_high', 'products_too_high', 'product_not_refundable'),
  ...withStatus(409, 'refund_under_way', 'refund_refused', 'refund_failed', 'no_card_provider'),
  ...withStatus(422, 'products_and_amount', 'refunded_required', 'reason_required', 'note_required'),
  ...withStatus(502, 'refund_provider_away'),
}

/** HTTP statuses of the reasons to refuse an event of the card provider. */
export const webhookStatus: Record<WebhookReason, number> = { signature_invalid: 400, webhook_not_set_up: 404 }
