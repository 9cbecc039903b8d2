import { claimLaunchOnly } from './check-launch.ts'
import { decideMove, listMoveSuggestions } from './decide-move.ts'
import { deleteExpiredLaunches } from './delete-expired.ts'
import { findLaunch } from './find-launch.ts'
import { findRefusal } from './find-refusal.ts'
import { listLaunches } from './list-launches.ts'
import { openRoster } from './open-roster.ts'
import { openDeepLink, signDeepLinks } from './place-links.ts'
import { receiveLaunch } from './receive-launch.ts'
import {
  findRejectedGrades,
  listPlatforms,
  listRejectedGrades,
  retryGrades,
  sendGrade,
  sendMissedGrades,
} from './send-grades.ts'
import type { App } from "#src/context.ts";

export { makeDiary } from './diary.ts'
export type { RosterPage } from './open-roster.ts'
export type { DeepLinkPage } from './place-links.ts'
export { mountPing } from './routes/ping.ts'
export { mountLti } from './routes.ts'
export { makeSchoolSecrets } from './school-secrets.ts'
export type { ListedPlatform } from './send-grades.ts'
export { makeLmsServices } from './services.ts'
export { KEYS_LIMITS, makePlatformKeys } from './v1p3/platform-keys.ts'

export const makeLti = (app: App) => ({
  claimLaunchOnly: claimLaunchOnly(app),
  deleteExpired: deleteExpiredLaunches(app),
  listPlatforms: listPlatforms(app),
  sendMissedGrades: sendMissedGrades(app),
  sendGrade: sendGrade(app),
  openDeepLink: openDeepLink(app),
  signDeepLinks: signDeepLinks(app),
  openRoster: openRoster(app),
  receiveLaunch: receiveLaunch(app),
  retryGrades: retryGrades(app),
  findRejectedGrades: findRejectedGrades(app),
  listRejectedGrades: listRejectedGrades(app),
  findLaunch: findLaunch(app),
  findRefusal: findRefusal(app),
  listLaunches: listLaunches(app),
  decideMove: decideMove(app),
  listMoveSuggestions: listMoveSuggestions(app),
})

export type Lti = ReturnType<typeof makeLti>
