import { createConsumer } from './create-consumer.ts'
import { createPlatform } from './create-platform.ts'
import {
  chooseSchools,
  decideDeployment,
  findDeployment,
  listAllDeployments,
  listDeploymentPage,
  previewRefusal,
} from './decide-deployment.ts'
import { deleteExpired } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { findConsumer } from './find-consumer.ts'
import { findSchool, listSchools, noteSchool, undoNote } from './find-school.ts'
import { findInvitation, inviteRegistration } from './invite-registration.ts'
import { joinSchools, moveConnection, previewJoin, previewMove } from './join-schools.ts'
import { listConsumers } from './list-consumers.ts'
import { listPlatforms } from './list-platforms.ts'
import { checkRegistration, registerPlatform } from './register-platform.ts'
import { previewSecretRotation, rotateConsumerSecret } from './rotate-consumer-secret.ts'
import { undoSchoolChange, updateConsumer, updateSchool } from './school-settings.ts'
import { createSeatLink, listSeatLinks, openSeatLink, withdrawSeatLink } from './seat-links.ts'
import { previewSwitchOff, switchPlatform } from './switch-platform.ts'
import { publishedKeys, rotateToolKeys, signingKey } from './tool-keys.ts'

export { checkAppSecret } from './check-app-secret.ts'
export type { DeploymentDecided, SchoolChoice } from './decide-deployment.ts'
export type { JoinPreview } from './join-schools.ts'
export { mountSchoolCalls } from './routes.ts'
export { savePaymentMethods } from './school-settings.ts'
export { findConsumerCredentials, findConsumerSecrets, isK12Key } from './store/credentials.ts'
export { saveSeenDeployment } from './store/deployments.ts'
export { listPlatformRows } from './store/platform-list.ts'
export { findPlatform, listPlatformsOfIssuer } from './store/platforms.ts'
export { listNamedSchools, lockSchool, nameSchool } from './store/schools.ts'
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
  chooseSchools: chooseSchools(deps),
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
  updateSchool: updateSchool(deps),
  undoSchoolChange: undoSchoolChange(deps),
  joinSchools: joinSchools(deps),
  previewJoin: previewJoin(deps),
  moveConnection: moveConnection(deps),
  previewMove: previewMove(deps),
  listConsumers: listConsumers(deps),
  listSchools: listSchools(deps),
  listPlatforms: listPlatforms(deps),
})

export type Schools = ReturnType<typeof makeSchools>
