import type { Tx } from '#src/core/db/db.ts'
import { agreeToTerms } from './agree-to-terms.ts'
import type { Deps } from './deps.ts'
import { endAccesses } from './end-expired-access.ts'
import { findEntitlement } from './find-entitlement.ts'
import { findLaunch } from './find-launch.ts'
import { remindOfEnd } from './remind-of-access-end.ts'
import { rotateToken } from './rotate-token.ts'
import { setProcessed } from './set-processed.ts'
import { type Settle, settlePayments } from './settle-payments.ts'

export type { Deps as AccessDeps } from './deps.ts'
export { getCurrent } from './end-access.ts'
export { type LaunchLink, launchKey } from './hash-launch-link.ts'
export { type By, byStaff, processEntitlement, unprocessEntitlement } from './process-entitlement.ts'
export { closeOpenCheckouts } from './queue-close-checkouts.ts'
export { lockOnePerson, withoutLeaning } from './same-person.ts'
export {
  type Checkout,
  changeCheckout,
  findCheckout,
  findCheckoutByPayment,
  listCheckouts,
  listOverdue,
  listSubjectsOfChange,
  saveCheckout,
  saveLineAmounts,
  saveStripeEvent,
} from './store/checkouts.ts'
export { findUseOf, listUsesByPerson, moveUse, saveUse } from './store/coupon-uses.ts'
export { lockEntitlements, saveAgreement, saveSignedUp, touchEntitlement } from './store/entitlement-changes.ts'
export {
  findEntitlement,
  findEntitlementByToken,
  getEntitlement,
  listEntitlements,
  listEntitlementsByEmail,
} from './store/entitlements.ts'
export { findLaunchOpened, type LaunchKey } from './store/launch-tokens.ts'
export { listOnePerson, saveOnePerson, saveParted } from './store/linked-people.ts'
export {
  claimRefund,
  closeFlag,
  listPayments,
  lockPayment,
  saveCharge,
  saveDispute,
  saveRefund,
} from './store/payments.ts'

export const makeAccess = (deps: Deps) => ({
  settlePayments: (tx: Tx, given: Settle) => settlePayments(deps, tx, given),
  agreeToTerms: agreeToTerms(deps),
  endAccesses: endAccesses(deps),
  remindOfEnd: remindOfEnd(deps),
  findEntitlement: findEntitlement(deps),
  findLaunch: findLaunch(deps),
  rotateToken: rotateToken(deps),
  setProcessed: setProcessed(deps),
})

export type Access = ReturnType<typeof makeAccess>
