import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Outbound } from '../../gateways/outbound.ts'
import { Fault } from './fault.ts'

/** The public keys of platforms, by address and key name. */
export interface PlatformKeys {
  /** Throws a Fault: no such key, or the keys cannot be read and none are remembered. */
  find(url: string, kid: string): Promise<object>
}

/** A keyset is small, and a student waits for it. */
export const KEYS_LIMITS = { milliseconds: 5000, bytes: 256 * 1024 }
const GOOD_FOR_MS = 60 * 60 * 1000
/** Platforms rotate their keys at any time; a token that names a new one makes us look, but not without end. */
const MOST_REFETCHES = 6
const REFETCH_WINDOW_MS = 60 * 1000
const MOST_KEYS = 100

interface Jwk {
  kid?: unknown
  kty?: unknown
  use?: unknown
  alg?: unknown
}

interface Remembered {
  keys: Jwk[]
  at: number
  /** One fetch at a time: whoever comes meanwhile waits for the same answer. */
  fetching?: Promise<Jwk[]> | undefined
  refetches: number[]
  /** Why the last fetch failed; undefined: it did not. */
  failed?: string | undefined
}

/**
 * Remembers a platform's keys for an hour, and longer while the platform is down. A key that is not among them is looked
 * for at once, six times a minute at most; the caller asks only after state and nonce were right, so that no stranger
 * spends these.
 */
export const makePlatformKeys = (outbound: Outbound, clock: Clock): PlatformKeys => {
  const platforms = new Map<string, Remembered>()

  const fetchKeys = (url: string, known: Remembered): Promise<Jwk[]> =>
    (known.fetching ??= load(outbound, url)
      .then(keys => {
        known.keys = keys
        known.at = clock.now().getTime()
        known.failed = undefined
        return keys
      })
      .finally(() => {
        known.fetching = undefined
      }))

  return {
    async find(url, kid) {
      const known = platforms.get(url) ?? { keys: [], at: Number.NEGATIVE_INFINITY, refetches: [] }
      platforms.set(url, known)
      const now = clock.now().getTime()
      const remembered = pick(known.keys, kid)
      if (remembered && now - known.at < GOOD_FOR_MS) return remembered
      known.refetches = known.refetches.filter(at => now - at < REFETCH_WINDOW_MS)
      if (!known.fetching && known.refetches.length >= MOST_REFETCHES) {
        if (remembered) return remembered
        throw known.failed ? new Fault('KEYS_UNREADABLE', known.failed) : new Fault('KEY_NOT_FOUND', kid.slice(0, 100))
      }
      if (!known.fetching) known.refetches.push(now)
      try {
        const found = pick(await fetchKeys(url, known), kid)
        if (found) return found
      } catch (error) {
        known.failed = `${new URL(url).host}: ${reasonOf(error)}`
        // A platform that is down for a moment does not lock its school out.
        if (remembered) return remembered
        throw new Fault('KEYS_UNREADABLE', known.failed)
      }
      throw new Fault('KEY_NOT_FOUND', kid.slice(0, 100))
    },
  }
}

const load = async (outbound: Outbound, url: string): Promise<Jwk[]> => {
  const { status, text } = await outbound({ url, headers: { accept: 'application/json' } })
  if (status !== 200) throw new Error(`the answer has the status ${status}`)
  const keys = keysIn(text)
  if (!keys) throw new Error('the answer is no JWKS')
  return keys.slice(0, MOST_KEYS)
}

/** For the administrator of the platform: what happened, without our own stack. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? 'no answer within 5 seconds'
    : String((error as Error).message)

const keysIn = (text: string): Jwk[] | null => {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) ? keys.filter(k => typeof k === 'object' && k !== null) : null
  } catch {
    return null
  }
}

/** The key of this name, if it can verify what we accept. */
const pick = (keys: Jwk[], kid: string): object | undefined =>
  keys.find(
    key =>
      key.kid === kid &&
      key.kty === 'RSA' &&
      (key.use === undefined || key.use === 'sig') &&
      (key.alg === undefined || key.alg === 'RS256') &&
      isKey(key as JsonWebKey),
  )

const isKey = (key: JsonWebKey): boolean => {
  try {
    createPublicKey({ key, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
