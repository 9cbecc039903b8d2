import { activateCourse } from './activate-course.ts'
import { activateLtiCourse } from './activate-lti-course.ts'
import { activateWaitingCourses } from './activate-waiting-courses.ts'
import { agreeToTerms } from './agree-to-terms.ts'
import { answerHelp, listHelp } from './answer-help.ts'
import { askCaptcha } from './ask-captcha.ts'
import { askForHelp } from './ask-for-help.ts'
import { bringToCanvas } from './bring-to-canvas.ts'
import { changeCode } from './change-code.ts'
import { changeDomain } from './change-domain.ts'
import { checkAccessCode } from './check-access-code.ts'
import { checkDomain } from './check-domain.ts'
import { checkEmail } from './check-email.ts'
import { checkLaunch } from './check-launch.ts'
import { closeCheckouts } from './close-checkouts.ts'
import { closePaymentFlag } from './close-payment-flag.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { createConsumer } from './create-consumer.ts'
import { createPlatform } from './create-platform.ts'
import { createProduct } from './create-product.ts'
import { decideDeployment, listAllDeployments, previewRefusal } from './decide-deployment.ts'
import { decideMove, listMoveSuggestions } from './decide-move.ts'
import type { Deps } from './deps.ts'
import { describeHelp } from './describe-help.ts'
import { endAccesses } from './end-accesses.ts'
import { exportAudit } from './export-audit.ts'
import { findAnything } from './find-anything.ts'
import { findCardOffer } from './find-card-offer.ts'
import { findConsumer } from './find-consumer.ts'
import { findCourseLink } from './find-course-link.ts'
import { findEntitlement } from './find-entitlement.ts'
import { findJoinLink } from './find-join-link.ts'
import { findKeptLogin } from './find-kept-login.ts'
import { findLaunch } from './find-launch.ts'
import { findLtiCourse, findLtiCourses } from './find-lti-course.ts'
import { findPayCourse } from './find-pay-course.ts'
import { findPayToken } from './find-pay-token.ts'
import { findPlatformLogin } from './find-platform-login.ts'
import { findStaffSession } from './find-staff-session.ts'
import { flagSupport } from './flag-support.ts'
import { importAccessCodes } from './import-access-codes.ts'
import { findInvitation, inviteRegistration } from './invite-registration.ts'
import { linkPeople, partPeople, previewLink, previewPart } from './link-people.ts'
import { listAudit } from './list-audit.ts'
import { listConsumers } from './list-consumers.ts'
import { listBlueprints, listCourseContent } from './list-course-content.ts'
import { listFailedJobs } from './list-failed-jobs.ts'
import { listLaunches } from './list-launches.ts'
import { listPaymentFlags, listPersonPayments } from './list-payments.ts'
import { checkProduct, listProducts } from './list-products.ts'
import { listStaff } from './list-staff.ts'
import { listTeachers } from './list-teachers.ts'
import { listUnits } from './list-units.ts'
import { listWaitingCourses } from './list-waiting-courses.ts'
import { makeCanvasUser } from './make-canvas-user.ts'
import { findCodeBatch, listCodeBatches, makeCodes } from './make-codes.ts'
import { previewMove, releaseCode, transferCode } from './move-code.ts'
import { openRoster } from './open-roster.ts'
import { openTeacherPage } from './open-teacher-page.ts'
import { openDeepLink, placeLinks } from './place-links.ts'
import { nextCanvasPoll, pollCanvasCourse } from './poll-canvas-course.ts'
import { purge } from './purge.ts'
import { receiveCardEvent } from './receive-card-event.ts'
import { receiveLaunch } from './receive-launch.ts'
import { reconcile } from './reconcile.ts'
import { redeemAccessCode } from './redeem-access-code.ts'
import { refreshSignIn } from './refresh-sign-in.ts'
import { previewRefund, refundPayment } from './refund-payment.ts'
import { registerPlatform } from './register-platform.ts'
import { remindOfEnd } from './remind-of-end.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { resendCode } from './resend-code.ts'
import { findUntakenGrades, listUntakenGrades, retryGrades } from './retry-grades.ts'
import { retryJob } from './retry-job.ts'
import { rotateToken } from './rotate-token.ts'
import { searchSigns } from './search-signs.ts'
import { sendCode } from './send-code.ts'
import { sendGrade } from './send-grade.ts'
import { sendMessage } from './send-message.ts'
import { sendMissedGrades } from './send-missed-grades.ts'
import { sendSignInCode } from './send-sign-in-code.ts'
import { listDefaultProducts, setDefaultProducts } from './set-default-products.ts'
import { setProcessed } from './set-processed.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { siteNotice } from './site-notice.ts'
import { startCheckout } from './start-checkout.ts'
import { startCopy } from './start-copy.ts'
import { listReconciled, startReconciliation } from './start-reconciliation.ts'
import { listPlatforms, previewSwitchOff, switchPlatform } from './switch-platform.ts'
import { tellWaitingCourses } from './tell-waiting-courses.ts'
import { publishedKeys, rotateToolKeys, signingKey } from './tool-keys.ts'
import { rotateConsumerSecret, updateConsumer } from './update-consumer.ts'
import { updateProduct } from './update-product.ts'
import { verifyCode } from './verify-code.ts'
import { viewEntitlement } from './view-entitlement.ts'

/** Builds all operations from their dependencies. */
export const makeOperations = (deps: Deps) => ({
  activateCourse: activateCourse(deps),
  activateLtiCourse: activateLtiCourse(deps),
  activateWaitingCourses: activateWaitingCourses(deps),
  listDefaultProducts: listDefaultProducts(deps),
  setDefaultProducts: setDefaultProducts(deps),
  tellWaitingCourses: tellWaitingCourses(deps),
  agreeToTerms: agreeToTerms(deps),
  askCaptcha: askCaptcha(deps),
  askForHelp: askForHelp(deps),
  describeHelp: describeHelp(deps),
  changeCode: changeCode(deps),
  changeDomain: changeDomain(deps),
  checkAccessCode: checkAccessCode(deps),
  checkDomain: checkDomain(deps),
  checkEmail: checkEmail(deps),
  checkProduct: checkProduct(deps),
  createConsumer: createConsumer(deps),
  createProduct: createProduct(deps),
  findConsumer: findConsumer(deps),
  checkLaunch: checkLaunch(deps),
  createPlatform: createPlatform(deps),
  findInvitation: findInvitation(deps),
  inviteRegistration: inviteRegistration(deps),
  registerPlatform: registerPlatform(deps),
  listPlatforms: listPlatforms(deps),
  previewSwitchOff: previewSwitchOff(deps),
  switchPlatform: switchPlatform(deps),
  decideDeployment: decideDeployment(deps),
  previewRefusal: previewRefusal(deps),
  listDeployments: listAllDeployments(deps),
  bringToCanvas: bringToCanvas(deps),
  makeCanvasUser: makeCanvasUser(deps),
  findKeptLogin: findKeptLogin(deps),
  listCourseContent: listCourseContent(deps),
  listBlueprints: listBlueprints(deps),
  startCopy: startCopy(deps),
  endAccesses: endAccesses(deps),
  remindOfEnd: remindOfEnd(deps),
  sendMissedGrades: sendMissedGrades(deps),
  closeCheckouts: closeCheckouts(deps),
  closePaymentFlag: closePaymentFlag(deps),
  confirmCheckout: confirmCheckout(deps),
  findAnything: findAnything(deps),
  findCardOffer: findCardOffer(deps),
  sendGrade: sendGrade(deps),
  findEntitlement: findEntitlement(deps),
  openDeepLink: openDeepLink(deps),
  placeLinks: placeLinks(deps),
  findJoinLink: findJoinLink(deps),
  findPayCourse: findPayCourse(deps),
  findLaunch: findLaunch(deps),
  findPayToken: findPayToken(deps),
  findPlatformLogin: findPlatformLogin(deps),
  findCourseLink: findCourseLink(deps),
  flagSupport: flagSupport(deps),
  /** False in test mode (docs/rules/payments.md). */
  isLive: deps.settings.live,
  findLtiCourse: findLtiCourse(deps),
  findLtiCourses: findLtiCourses(deps),
  findStaffSession: findStaffSession(deps),
  importAccessCodes: importAccessCodes(deps),
  listProducts: listProducts(deps),
  listStaff: listStaff(deps),
  listFailedJobs: listFailedJobs(deps),
  listPaymentFlags: listPaymentFlags(deps),
  listPersonPayments: listPersonPayments(deps),
  listReconciled: listReconciled(deps),
  makeCodes: makeCodes(deps),
  listCodeBatches: listCodeBatches(deps),
  findCodeBatch: findCodeBatch(deps),
  previewMove: previewMove(deps),
  releaseCode: releaseCode(deps),
  transferCode: transferCode(deps),
  nextCanvasPoll: nextCanvasPoll(deps),
  pollCanvasCourse: pollCanvasCourse(deps),
  listUnits: listUnits(deps),
  openRoster: openRoster(deps),
  openTeacherPage: openTeacherPage(deps),
  purge: purge(deps),
  receiveCardEvent: receiveCardEvent(deps),
  receiveLaunch: receiveLaunch(deps),
  reconcile: reconcile(deps),
  redeemAccessCode: redeemAccessCode(deps),
  listTeachers: listTeachers(deps),
  resendCode: resendCode(deps),
  sendCode: sendCode(deps),
  retryJob: retryJob(deps),
  retryGrades: retryGrades(deps),
  findUntakenGrades: findUntakenGrades(deps),
  listUntakenGrades: listUntakenGrades(deps),
  refreshSignIn: refreshSignIn(deps),
  previewRefund: previewRefund(deps),
  refundPayment: refundPayment(deps),
  requestSignInCode: requestSignInCode(deps),
  rotateConsumerSecret: rotateConsumerSecret(deps),
  rotateToken: rotateToken(deps),
  searchSigns: searchSigns(deps),
  sendMessage: sendMessage(deps),
  sendSignInCode: sendSignInCode(deps),
  setProcessed: setProcessed(deps),
  signIn: signIn(deps),
  signOut: signOut(deps),
  publishedKeys: publishedKeys(deps),
  rotateToolKeys: rotateToolKeys(deps),
  signingKey: signingKey(deps),
  startCheckout: startCheckout(deps),
  startReconciliation: startReconciliation(deps),
  verifyCode: verifyCode(deps),
  updateConsumer: updateConsumer(deps),
  updateProduct: updateProduct(deps),
  previewLink: previewLink(deps),
  linkPeople: linkPeople(deps),
  previewPart: previewPart(deps),
  partPeople: partPeople(deps),
  viewEntitlement: viewEntitlement(deps),
  listAudit: listAudit(deps),
  listWaitingCourses: listWaitingCourses(deps),
  listConsumers: listConsumers(deps),
  exportAudit: exportAudit(deps),
  listLaunches: listLaunches(deps),
  decideMove: decideMove(deps),
  listMoveSuggestions: listMoveSuggestions(deps),
  answerHelp: answerHelp(deps),
  listHelp: listHelp(deps),
  ...siteNotice(deps),
})

export type Operations = ReturnType<typeof makeOperations>
