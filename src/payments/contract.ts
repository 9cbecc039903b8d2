import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import { gateStatus } from '#src/courses/contract.ts'
import type { GateReason } from '#src/courses/rules/course.ts'
import type { WebhookReason } from './rules/card-provider.ts'
import type { RefundReason } from './rules/refund.ts'

/** HTTP statuses of the reasons to refuse a checkout in a course that is open for it. */
const openCourseStatus = {
  token_not_found: 404,
  card_not_set_up: 409,
  card_not_set_up_use_code: 409,
  payment_pending: 409,
  payment_under_review: 409,
  checkout_outdated: 409,
  terms_not_agreed: 422,
  receipt_email_required: 422,
  receipt_email_invalid: 422,
  too_many_checkouts: 429,
  checkout_refused: 502,
  checkout_provider_away: 502,
  checkout_unchecked: 502,
} as const

/** Reasons to refuse a checkout. */
export type CheckoutReason = GateReason | keyof typeof openCourseStatus

export const checkoutStatus: Statuses<CheckoutReason> = { ...gateStatus, ...openCourseStatus }

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
