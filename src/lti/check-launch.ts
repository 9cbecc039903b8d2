import type { Deps } from './deps.ts'
import { type Claim, claimLaunch } from './store/receive-launch.ts'

/** Spends a launch's nonce without opening anything. Returns false if it was used before. */
export const claimLaunchOnly =
  (deps: Deps, claim: Claim): Promise<boolean> =>
    claimLaunch(deps.db, claim)
