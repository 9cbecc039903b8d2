import { accessStatus } from '#src/access/contract.ts'
import { gateStatus } from '#src/courses/contract.ts'
import type { WebhookReason } from './rules/card-provider.ts'
import type { RefundReason } from './rules/refund.ts'
import type { CheckoutReason } from './texts/checkout.ts'

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
