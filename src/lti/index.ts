import { claimLaunchOnly } from './check-launch.ts'
import { deleteExpiredLaunches } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { findLaunch, findRefusal, listLaunches } from './launch-log.ts'
import { decideMove, listMoveSuggestions } from './moved-people.ts'
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

export { makeDiary } from './launch-log.ts'
export type { RosterPage } from './open-roster.ts'
export type { DeepLinkPage } from './place-links.ts'
export { mountPing } from './routes/ping.ts'
export { mountLti } from './routes.ts'
export { makeSchoolSecrets } from './school-secrets.ts'
export type { ListedPlatform } from './send-grades.ts'
export { makeLmsServices } from './services.ts'
export { KEYS_LIMITS, makePlatformKeys } from './v1p3/platform-keys.ts'

export const makeLti = (deps: Deps) => ({
  claimLaunchOnly: claimLaunchOnly(deps),
  deleteExpired: deleteExpiredLaunches(deps),
  listPlatforms: listPlatforms(deps),
  sendMissedGrades: sendMissedGrades(deps),
  sendGrade: sendGrade(deps),
  openDeepLink: openDeepLink(deps),
  signDeepLinks: signDeepLinks(deps),
  openRoster: openRoster(deps),
  receiveLaunch: receiveLaunch(deps),
  retryGrades: retryGrades(deps),
  findRejectedGrades: findRejectedGrades(deps),
  listRejectedGrades: listRejectedGrades(deps),
  findLaunch: findLaunch(deps),
  findRefusal: findRefusal(deps),
  listLaunches: listLaunches(deps),
  decideMove: decideMove(deps),
  listMoveSuggestions: listMoveSuggestions(deps),
})

export type Lti = ReturnType<typeof makeLti>
