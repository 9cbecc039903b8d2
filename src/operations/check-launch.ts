import { type Claim, claimLaunch } from '../store/queries/receive-launch.ts'
import type { Deps } from './deps.ts'

/** Spends a launch, so that it cannot be sent again, and opens nothing. False: it was here before. */
export const checkLaunch =
  (deps: Deps) =>
  (claim: Claim): Promise<boolean> =>
    claimLaunch(deps.db, claim)
