import { type Claim, claimLaunch } from '../store/queries/receive-launch.ts'
import type { Deps } from './deps.ts'

/** Spends a launch's nonce without opening anything. Returns false if it was used before. */
export const checkLaunch =
  (deps: Deps) =>
  (claim: Claim): Promise<boolean> =>
    claimLaunch(deps.db, claim)
