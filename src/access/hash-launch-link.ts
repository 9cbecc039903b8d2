import { sha256 } from '#src/core/crypto.ts'
import type { LaunchLinkHashes } from './store/launch-tokens.ts'

/** The two secrets in a link opened by a launch. Only their hashes are stored. */
export interface LaunchLink {
  token: string
  state: string
}

export const hashLaunchLink = ({ token, state }: LaunchLink, now: Date): LaunchLinkHashes => ({
  tokenHash: sha256(token),
  stateHash: sha256(state),
  now,
})
