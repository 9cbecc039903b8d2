import type { Deps } from './deps.ts'
import { hashLaunchLink } from './hash-launch-link.ts'
import type { LaunchOpened } from './rules/opened-launch.ts'
import { findLaunchOpened } from './store/launch-tokens.ts'

/** Returns the launch behind a teacher or dictionary link, or null if it has expired. */
export const findOpenLaunch =
  (deps: Deps) =>
  (token: string, state: string): Promise<LaunchOpened | null> =>
    findLaunchOpened(deps.db, hashLaunchLink({ token, state }, deps.clock.now()))
