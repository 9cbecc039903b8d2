import { agreeToTerms } from './agree-to-terms.ts'
import { askCaptcha } from './ask-captcha.ts'
import { bringToCanvas } from './bring-to-canvas.ts'
import { closeCheckouts } from './close-checkouts.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { createPlatform } from './create-platform.ts'
import { decideDeployment, listAllDeployments } from './decide-deployment.ts'
import type { Deps } from './deps.ts'
import { findCardOffer } from './find-card-offer.ts'
import { findEntitlement } from './find-entitlement.ts'
import { findLaunch } from './find-launch.ts'
import { findStaffSession } from './find-staff-session.ts'
import { listFailedJobs } from './list-failed-jobs.ts'
import { openTeacherPage } from './open-teacher-page.ts'
import { nextCanvasPoll, pollCanvasCourse } from './poll-canvas-course.ts'
import { purge } from './purge.ts'
import { receiveCardEvent } from './receive-card-event.ts'
import { receiveLaunch } from './receive-launch.ts'
import { reconcile } from './reconcile.ts'
import { redeemAccessCode } from './redeem-access-code.ts'
import { refreshSignIn } from './refresh-sign-in.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { retryJob } from './retry-job.ts'
import { searchSigns } from './search-signs.ts'
import { sendGrade } from './send-grade.ts'
import { sendMessage } from './send-message.ts'
import { sendSignInCode } from './send-sign-in-code.ts'
import { setProcessed } from './set-processed.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { startCheckout } from './start-checkout.ts'
import { publishedKeys, rotateToolKeys, signingKey } from './tool-keys.ts'

/** All that the product can do, one verb a file: what screens, api, lti, webhooks and jobs receive. */
export const makeOperations = (deps: Deps) => ({
  agreeToTerms: agreeToTerms(deps),
  askCaptcha: askCaptcha(deps),
  createPlatform: createPlatform(deps),
  decideDeployment: decideDeployment(deps),
  listDeployments: listAllDeployments(deps),
  bringToCanvas: bringToCanvas(deps),
  closeCheckouts: closeCheckouts(deps),
  confirmCheckout: confirmCheckout(deps),
  findCardOffer: findCardOffer(deps),
  sendGrade: sendGrade(deps),
  findEntitlement: findEntitlement(deps),
  findLaunch: findLaunch(deps),
  listFailedJobs: listFailedJobs(deps),
  nextCanvasPoll: nextCanvasPoll(deps),
  pollCanvasCourse: pollCanvasCourse(deps),
  openTeacherPage: openTeacherPage(deps),
  purge: purge(deps),
  receiveCardEvent: receiveCardEvent(deps),
  receiveLaunch: receiveLaunch(deps),
  reconcile: reconcile(deps),
  redeemAccessCode: redeemAccessCode(deps),
  retryJob: retryJob(deps),
  findStaffSession: findStaffSession(deps),
  refreshSignIn: refreshSignIn(deps),
  requestSignInCode: requestSignInCode(deps),
  searchSigns: searchSigns(deps),
  sendMessage: sendMessage(deps),
  sendSignInCode: sendSignInCode(deps),
  signIn: signIn(deps),
  signOut: signOut(deps),
  setProcessed: setProcessed(deps),
  publishedKeys: publishedKeys(deps),
  rotateToolKeys: rotateToolKeys(deps),
  signingKey: signingKey(deps),
  startCheckout: startCheckout(deps),
})

export type Operations = ReturnType<typeof makeOperations>
