import { createConsumer } from './create-consumer.ts'
import { createPlatform } from './create-platform.ts'
import { decideDeployment, listAllDeployments, previewRefusal, undoDeployment } from './decide-deployment.ts'
import { deleteExpired } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { findConsumer } from './find-consumer.ts'
import { findSchool, noteSchool, undoNote } from './find-school.ts'
import { findInvitation, inviteRegistration } from './invite-registration.ts'
import { listConsumers } from './list-consumers.ts'
import { findDeployment, listDeploymentPage } from './list-deployments.ts'
import { listPlatforms } from './list-platforms.ts'
import { listSchools } from './list-schools.ts'
import { checkRegistration, registerPlatform } from './register-platform.ts'
import { previewSecretRotation, rotateConsumerSecret } from './rotate-consumer-secret.ts'
import { createSeatLink, listSeatLinks, openSeatLink, withdrawSeatLink } from './seat-links.ts'
import { previewSwitchOff, switchPlatform } from './switch-platform.ts'
import { publishedKeys, rotateToolKeys, signingKey } from './tool-keys.ts'
import { undoConsumerChange, updateConsumer } from './update-consumer.ts'

export { checkAppSecret } from './check-app-secret.ts'
export type { DeploymentDecided } from './decide-deployment.ts'
export { mountSchoolCalls } from './routes.ts'
export { savePaymentMethods } from './save-access-methods.ts'
export { nameConsumer } from './store/consumers.ts'
export { findConsumerCredentials, findConsumerSecrets, isK12Key } from './store/credentials.ts'
export { listPlatformRows } from './store/platform-list.ts'
export { findPlatform, listPlatformsOfIssuer, saveSeenDeployment } from './store/platforms.ts'
export type { PlatformSwitched } from './switch-platform.ts'

export const makeSchools = (deps: Deps) => ({
  deleteExpired: deleteExpired(deps),
  createConsumer: createConsumer(deps),
  findConsumer: findConsumer(deps),
  createSeatLink: createSeatLink(deps),
  listSeatLinks: listSeatLinks(deps),
  openSeatLink: openSeatLink(deps),
  withdrawSeatLink: withdrawSeatLink(deps),
  findSchool: findSchool(deps),
  noteSchool: noteSchool(deps),
  undoNote: undoNote(deps),
  createPlatform: createPlatform(deps),
  checkRegistration: checkRegistration(deps),
  findInvitation: findInvitation(deps),
  inviteRegistration: inviteRegistration(deps),
  registerPlatform: registerPlatform(deps),
  previewSwitchOff: previewSwitchOff(deps),
  switchPlatform: switchPlatform(deps),
  decideDeployment: decideDeployment(deps),
  undoDeployment: undoDeployment(deps),
  previewRefusal: previewRefusal(deps),
  findDeployment: findDeployment(deps),
  listDeploymentPage: listDeploymentPage(deps),
  listDeployments: listAllDeployments(deps),
  previewSecretRotation: previewSecretRotation(deps),
  rotateConsumerSecret: rotateConsumerSecret(deps),
  publishedKeys: publishedKeys(deps),
  rotateToolKeys: rotateToolKeys(deps),
  signingKey: signingKey(deps),
  updateConsumer: updateConsumer(deps),
  undoConsumerChange: undoConsumerChange(deps),
  listConsumers: listConsumers(deps),
  listSchools: listSchools(deps),
  listPlatforms: listPlatforms(deps),
})

export type Schools = ReturnType<typeof makeSchools>
