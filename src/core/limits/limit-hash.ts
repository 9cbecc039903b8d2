import { makeFingerprint } from '../crypto.ts'
import { networkOf } from '../rules/client-network.ts'

/**
 * Keyed hashes of addresses, for the keys of limits. Without APP_SECRET nobody finds an IP address or an email by hashing
 * all there are. With another APP_SECRET all limits begin anew.
 */
export interface LimitHash {
  /** Hashes the network of an IP address. */
  network(address: string): string
  /** Hashes what a code is sent to: an email or a phone number. */
  target(target: string): string
}

export const makeLimitHash = (appSecret: string): LimitHash => {
  const fingerprint = makeFingerprint(appSecret)
  return {
    network: address => fingerprint(`limit of network ${networkOf(address)}`),
    target: target => fingerprint(`limit of target ${target}`),
  }
}
