import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import { gateStatus } from '#src/courses/contract.ts'
import type { GateReason } from '#src/courses/rules/course.ts'
import type { WebhookReason } from './rules/card-provider.ts'
import type { RefundReason } from './rules/refund.ts'

/** Reasons to refuse a checkout. */
export type CheckoutReason =
  | GateReason
  | 'token_not_found'
  | 'terms_not_agreed'
  | 'card_not_set_up'
  | 'card_not_set_up_use_code'
  | 'receipt_email_required'
  | 'receipt_email_invalid'
  | 'payment_pending'
  | 'payment_under_review'
  | 'checkout_outdated'
  | 'too_many_checkouts'
  | 'checkout_refused'
  | 'checkout_provider_away'
  | 'checkout_unchecked'

export const checkoutStatus: Statuses<CheckoutReason> = {
  ...gateStatus,
  token_not_found: 404,
  ...withStatus(409, 'card_not_set_up', 'card_not_set_up_use_code', 'payment_pending', 'payment_under_review'),
  checkout_outdated: 409,
  too_many_checkouts: 429,
  ...withStatus(502, 'checkout_refused', 'checkout_provider_away', 'checkout_unchecked'),
}

/** HTTP statuses of the reasons to refuse a call of staff. */
export const refundStatus: Statuses<RefundReason> = {
  payment_not_found: 404,
  flag_not_found: 404,
  ...withStatus(409, 'payment_not_paid', 'fully_refunded', 'dispute_open', 'dispute_lost', 'refunded_changed'),
  ...withStatus(409, 'effects_changed', 'products_too_high', 'product_not_refundable'),
  ...withStatus(409, 'refund_under_way', 'refund_refused', 'refund_failed', 'no_card_provider'),
  refund_provider_away: 502,
}

/** HTTP statuses of the reasons to refuse an event of the card provider. */
export const webhookStatus: Statuses<WebhookReason> = { signature_invalid: 400, webhook_not_set_up: 404 }
