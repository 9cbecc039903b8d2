import { checkCheckouts, refreshCheckouts } from './check-checkouts.ts'
import { closeCheckouts } from './close-checkouts.ts'
import { confirmCheckout } from './confirm-checkout.ts'
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
import type { App } from "#src/context.ts";

export { makePriceCheck } from './check-price.ts'
export type { Confirmed } from './confirm-checkout.ts'
export type { Card } from './deps.ts'
export { makeStripeGateway } from './stripe/gateway.ts'
export { mountStripeWebhook } from './webhook-routes.ts'

export const makePayments = (app: App) => ({
  checkCheckouts: checkCheckouts(app),
  refreshCheckouts: refreshCheckouts(app),
  closeCheckouts: closeCheckouts(app),
  closePaymentFlag: closePaymentFlag(app),
  reopenPaymentFlag: reopenPaymentFlag(app),
  confirmCheckout: confirmCheckout(app),
  findCardOffer: findCardOffer(app),
  findStaffPayment: findStaffPayment(app),
  listPaymentFlags: listPaymentFlags(app),
  listClosedFlags: listClosedFlags(app),
  listAllPayments: listAllPayments(app),
  listPersonPayments: listPersonPayments(app),
  listReconciliations: listReconciliations(app),
  findLastEventAt: findNewestEventAt(app),
  handleCardEvent: handleCardEvent(app),
  reconcile: reconcile(app),
  previewRefund: previewRefund(app),
  refundPayment: refundPayment(app),
  startCheckout: startCheckout(app),
  startReconciliation: startReconciliation(app),
})

export type Payments = ReturnType<typeof makePayments>
