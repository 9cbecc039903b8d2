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
import { deleteUsedInvites } from './delete-expired.ts'
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
import type { App } from "#src/context.ts";

export { checkAppSecret } from './check-app-secret.ts'
export type { DeploymentDecided, SchoolChoice } from './decide-deployment.ts'
export { mountSchoolCalls } from './routes.ts'
export { savePaymentMethods } from './school-settings.ts'
export { findConsumerCredentials, findConsumerSecrets, isK12Key } from './store/credentials.ts'
export { saveSeenDeployment } from './store/deployments.ts'
export { listPlatformRows } from './store/platform-list.ts'
export { findPlatform, listPlatformsOfIssuer } from './store/platforms.ts'
export { listNamedSchools, lockSchool, nameSchool } from './store/schools.ts'
export type { PlatformSwitched } from './switch-platform.ts'

export const makeSchools = (app: App) => ({
  deleteExpired: deleteUsedInvites(app),
  createConsumer: createConsumer(app),
  findConsumer: findConsumer(app),
  createSeatLink: createSeatLink(app),
  listSeatLinks: listSeatLinks(app),
  openSeatLink: openSeatLink(app),
  withdrawSeatLink: withdrawSeatLink(app),
  findSchool: findSchool(app),
  noteSchool: noteSchool(app),
  undoNote: undoNote(app),
  createPlatform: createPlatform(app),
  checkRegistration: checkRegistration(app),
  findInvitation: findInvitation(app),
  inviteRegistration: inviteRegistration(app),
  registerPlatform: registerPlatform(app),
  previewSwitchOff: previewSwitchOff(app),
  switchPlatform: switchPlatform(app),
  decideDeployment: decideDeployment(app),
  chooseSchools: chooseSchools(app),
  previewRefusal: previewRefusal(app),
  findDeployment: findDeployment(app),
  listDeploymentPage: listDeploymentPage(app),
  listDeployments: listAllDeployments(app),
  previewSecretRotation: previewSecretRotation(app),
  rotateConsumerSecret: rotateConsumerSecret(app),
  publishedKeys: publishedKeys(app),
  rotateToolKeys: rotateToolKeys(app),
  signingKey: signingKey(app),
  updateConsumer: updateConsumer(app),
  updateSchool: updateSchool(app),
  undoSchoolChange: undoSchoolChange(app),
  joinSchools: joinSchools(app),
  previewJoin: previewJoin(app),
  moveConnection: moveConnection(app),
  previewMove: previewMove(app),
  listConsumers: listConsumers(app),
  listSchools: listSchools(app),
  listPlatforms: listPlatforms(app),
})

export type Schools = ReturnType<typeof makeSchools>
