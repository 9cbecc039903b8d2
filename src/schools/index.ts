import {
  createConsumer,
  findConsumer,
  listConsumers,
  previewSecretRotation,
  rotateConsumerSecret,
} from './consumers.ts'
import { deleteUsedInvites } from './delete-expired.ts'
import {
  chooseSchools,
  decideDeployment,
  findDeployment,
  listAllDeployments,
  listDeploymentPage,
  previewRefusal,
} from './deployments.ts'
import { joinSchools, moveConnection, previewJoin, previewMove } from './join-schools.ts'
import { createPlatform, listPlatforms, previewSwitchOff, switchPlatform } from './platforms.ts'
import { checkRegistration, findInvitation, inviteRegistration, registerPlatform } from './registrations.ts'
import { undoSchoolChange, updateConsumer, updateSchool } from './school-settings.ts'
import { findSchool, listSchools, noteSchool, undoNote } from './schools.ts'
import { createSeatLink, listSeatLinks, openSeatLink, withdrawSeatLink } from './seat-links.ts'
import { publishedKeys, rotateToolKeys, signingKey } from './tool-keys.ts'
import type { App } from "#src/context.ts";

export { checkAppSecret } from './check-app-secret.ts'
export type { DeploymentDecided, SchoolChoice } from './deployments.ts'
export type { JoinPreview } from './join-schools.ts'
export type { PlatformSwitched } from './platforms.ts'
export { mountSchoolCalls } from './routes.ts'
export { savePaymentMethods } from './school-settings.ts'
export { findConsumerCredentials, findConsumerSecrets, isK12Key } from './store/credentials.ts'
export { saveSeenDeployment } from './store/deployments.ts'
export { listPlatformRows } from './store/platform-list.ts'
export { findPlatform, listPlatformsOfIssuer } from './store/platforms.ts'
export { listNamedSchools, lockSchool, nameSchool } from './store/schools.ts'

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
