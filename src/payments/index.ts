import { checkCheckouts, refreshCheckouts } from './check-checkouts.ts'
import { closeCheckouts } from './close-checkouts.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import type { Deps } from './deps.ts'
import { findCardOffer } from './find-card-offer.ts'
import { handleCardEvent } from './handle-card-event.ts'
import { listAllPayments } from './list-all-payments.ts'
import { findStaffPayment, listClosedFlags, listPaymentFlags, listPersonPayments } from './list-payments.ts'
import { closePaymentFlag, reopenPaymentFlag } from './payment-flags.ts'
import { reconcile } from './reconcile.ts'
import { previewRefund, refundPayment } from './refund-payment.ts'
import { startCheckout } from './start-checkout.ts'
import { listReconciliations, startReconciliation } from './start-reconciliation.ts'
import { findNewestEventAt } from './list-payments.ts'

export { makePriceCheck } from './check-price.ts'
export type { Confirmed } from './confirm-checkout.ts'
export type { Card } from './deps.ts'
export { makeStripeGateway } from './stripe/gateway.ts'
export { mountStripeWebhook } from './webhook-routes.ts'

export const makePayments = (deps: Deps) => ({
  checkCheckouts: checkCheckouts(deps),
  refreshCheckouts: refreshCheckouts(deps),
  closeCheckouts: closeCheckouts(deps),
  closePaymentFlag: closePaymentFlag(deps),
  reopenPaymentFlag: reopenPaymentFlag(deps),
  confirmCheckout: confirmCheckout(deps),
  findCardOffer: findCardOffer(deps),
  findStaffPayment: findStaffPayment(deps),
  listPaymentFlags: listPaymentFlags(deps),
  listClosedFlags: listClosedFlags(deps),
  listAllPayments: listAllPayments(deps),
  listPersonPayments: listPersonPayments(deps),
  listReconciliations: listReconciliations(deps),
  findLastEventAt: findNewestEventAt(deps),
  handleCardEvent: handleCardEvent(deps),
  reconcile: reconcile(deps),
  previewRefund: previewRefund(deps),
  refundPayment: refundPayment(deps),
  startCheckout: startCheckout(deps),
  startReconciliation: startReconciliation(deps),
})

export type Payments = ReturnType<typeof makePayments>
