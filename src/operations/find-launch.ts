import type { LaunchOpened } from '../domain/launch.ts'
import { findLaunchOpened } from '../store/queries/launch-tokens.ts'
import type { Deps } from './deps.ts'
import { launchKey } from './steps/launch-key.ts'

/** Returns the launch behind a teacher or dictionary link, or null if it has expired. */
export const findLaunch =
  (deps: Deps) =>
  (token: string, state: string): Promise<LaunchOpened | null> =>
    findLaunchOpened(deps.db, launchKey({ token, state }, deps.clock.now()))
