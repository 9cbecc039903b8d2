import type { Needs } from '#src/context.ts'
import { type Claim, claimLaunch } from './store/receive-launch.ts'

/** Spends a launch's nonce without opening anything. Returns false if it was used before. */
export const claimLaunchOnly = (app: Needs<'db'>, claim: Claim): Promise<boolean> => claimLaunch(app.db, claim)
