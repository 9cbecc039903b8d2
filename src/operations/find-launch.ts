import type { LaunchOpened } from '../domain/launch.ts'
import { findLaunchOpened } from '../store/queries/launch-tokens.ts'
import type { Deps } from './deps.ts'
import { launchKey } from './steps/launch-key.ts'

/** What a teacher's or a dictionary's link opens, while its launch is good (rules.md E7). */
export const findLaunch =
  (deps: Deps) =>
  (token: string, state: string): Promise<LaunchOpened | null> =>
    findLaunchOpened(deps.db, launchKey({ token, state }, deps.clock.now()))
