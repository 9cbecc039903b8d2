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
import type { Deps } from './deps.ts'
import { joinSchools, moveConnection, previewJoin, previewMove } from './join-schools.ts'
import { createPlatform, listPlatforms, previewSwitchOff, switchPlatform } from './platforms.ts'
import { checkRegistration, findInvitation, inviteRegistration, registerPlatform } from './registrations.ts'
import { undoSchoolChange, updateConsumer, updateSchool } from './school-settings.ts'
import { findSchool, listSchools, noteSchool, undoNote } from './schools.ts'
import { createSeatLink, listSeatLinks, openSeatLink, withdrawSeatLink } from './seat-links.ts'
import { publishedKeys, rotateToolKeys, signingKey } from './tool-keys.ts'

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

export const makeSchools = (deps: Deps) => ({
  deleteExpired: deleteUsedInvites(deps),
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
