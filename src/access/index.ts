import type { Tx } from '#src/core/db/db.ts'
import { agreeToTerms } from './agree-to-terms.ts'
import { endExpiredAccess } from './end-access.ts'
import { findEntitlement, findForStaff } from './find-entitlement.ts'
import { findFramers, findVisitor } from './find-visitor.ts'
import { chooseLanguage, deleteExpired, findOpenLaunch } from './launch-links.ts'
import { listPeople } from './list-people.ts'
import { moveAccessEnds } from './move-access-ends.ts'
import { remindOfAccessEnd } from './remind-of-access-end.ts'
import { rotateToken } from './rotate-token.ts'
import { setProcessed } from './set-processed.ts'
import { type Settle, settlePayments } from './settle-payments.ts'
import { countPeopleIn } from './list-people.ts'
import type { App } from "#src/context.ts";

export { endIfExpiredAndGet } from './end-access.ts'
export { hashLaunchLink, type LaunchLink } from './launch-links.ts'
export { type ActionBy, byStaff, processEntitlement, unprocessEntitlement } from './process-entitlement.ts'
export { queueCheckoutClose } from './queue-close-checkouts.ts'
export { mountAccessCalls, mountEntitlementCalls } from './routes.ts'
export { lockAllOfPerson, withoutDependents } from './same-person.ts'
export {
  type Checkout,
  changeCheckout,
  claimChecks,
  claimChecksOf,
  findCheckout,
  findCheckoutByPayment,
  getCheckout,
  listAffectedByChange,
  listCheckouts,
  listOverdue,
  saveCheckout,
  saveLineAmounts,
} from './store/checkouts.ts'
export { deleteUse, findUseOf, listUsesByPerson, moveUse, saveUse } from './store/coupon-uses.ts'
export {
  lockEntitlements,
  saveAgreement,
  saveSignedUp,
  saveStripeEvent,
  saveUpdatedAt,
} from './store/entitlement-changes.ts'
export {
  findEntitlement,
  findEntitlementByToken,
  getEntitlement,
  listCourseMemberships,
  listEntitlements,
  listEntitlementsByEmail,
} from './store/entitlements.ts'
export { findGradeHost, listGradeTargets } from './store/grade-targets.ts'
export { findLaunchOpened, type LaunchLinkHashes } from './store/launch-tokens.ts'
export {
  claimRefund,
  hasRefund,
  listPayments,
  lockFlag,
  lockPayment,
  saveCharge,
  saveDispute,
  saveFlag,
  saveRefund,
} from './store/payments.ts'
export { listLinkedPeople, saveLinkedPeople, saveUnlinked, saveVerifiedPerson } from './store/people.ts'
export { endTestAccess, giveTestAccess } from './test-access.ts'

export const makeAccess = (app: App) => ({
  settlePayments: settlePayments(app),
  agreeToTerms: agreeToTerms(app),
  chooseLanguage: chooseLanguage(app),
  countRunning: countPeopleIn(app),
  deleteExpired: deleteExpired(app),
  endExpiredAccess: endExpiredAccess(app),
  listPeople: listPeople(app),
  moveAccessEnds: moveAccessEnds(app),
  remindOfAccessEnd: remindOfAccessEnd(app),
  findEntitlement: findEntitlement(app),
  findForStaff: findForStaff(app),
  findFramers: findFramers(app),
  findVisitor: findVisitor(app),
  findOpenLaunch: findOpenLaunch(app),
  rotateToken: rotateToken(app),
  setProcessed: setProcessed(app),
})

export type Access = ReturnType<typeof makeAccess>
